import { useState } from 'react'
import { keepChoices } from '#shared/rules/chat.ts'
import { readAlongChoices } from '#shared/rules/chatSafety.ts'
import { type AnswerOf, type InputOf, useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Switch } from '../kit/Checkbox.tsx'
import { confirm } from '../kit/confirm.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import { BlockedList, ReportList } from './ReportList.tsx'
import texts from './texts.en.json'

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]

/** `first`: the club to show first, if it is among `clubs`. */
type Props = { clubs: readonly Club[]; first: string | null; close: () => void }
/** The chat settings of a club's administrators: reports, blocked people and restrictions. */
export function Safety({ clubs, first, close }: Props) {
  const t = useTexts('chat', texts)
  const [clubId, setClubId] = useState((clubs.find(({ id }) => id === first) ?? clubs[0])?.id ?? '')
  const club = clubs.find(({ id }) => id === clubId)
  const reports = useApi('GET /rest-api/chat/reports/{orgId}', { orgId: clubId }, { handles: ['failures'] })
  const rules = useApi('GET /rest-api/chat/rules/{orgId}', { orgId: clubId }, { handles: ['failures'] })
  return (
    <Dialog opened close={close} title={t('safety')} shape="drawer">
      <div className={styles.choosing}>
        {clubs.length > 1 && (
          <Select
            label={t('club')}
            options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
            value={clubId}
            onChange={setClubId}
          />
        )}
        <KeptFocus label={t('reports')} className={styles.choosing}>
          <h3>{t('reports')}</h3>
          <Loaded
            read={reports}
            skeleton={<ListSkeleton label={t('loading')} />}
            failed={t('reportsFailed')}
            empty={{
              when: (answer) => answer.reports.length === 0,
              show: <EmptyState title={t('noReports')} hint={t('noReportsHint')} />,
            }}
          >
            {(answer) => <ReportList orgId={clubId} reports={answer.reports} />}
          </Loaded>
          {reports.data && reports.data.blocked.length > 0 && (
            <>
              <h3>{t('blockedPeople')}</h3>
              <BlockedList orgId={clubId} blocked={reports.data.blocked} />
            </>
          )}
        </KeptFocus>
        <h3>{t('switches')}</h3>
        <Loaded read={rules} skeleton={<ListSkeleton label={t('loading')} />} failed={t('rulesFailed')}>
          {(current) => (
            <Switches orgId={clubId} rules={current} teams={club?.teams.filter(({ archived }) => !archived) ?? []} />
          )}
        </Loaded>
      </div>
    </Dialog>
  )
}

const SAVE = 'PUT /rest-api/chat/rules/{orgId}'
type Rules = AnswerOf<'GET /rest-api/chat/rules/{orgId}'>
function Switches({ orgId, rules, teams }: { orgId: string; rules: Rules; teams: Club['teams'] }) {
  const t = useTexts('chat', texts)
  const { save, saving } = useSave(SAVE, {
    refreshes: ['GET /rest-api/chat/rules/{orgId}', 'GET /rest-api/chat/conversations/{conversationSid}'],
    saved: t('rulesSaved'),
    failed: problemText,
  })
  // Send only the changed setting: another administrator may have changed the others.
  const change = (body: InputOf<typeof SAVE>['body']) => void save({ orgId, body })
  async function changeKeepMonths(keepMonths: number) {
    const deletesMore = keepMonths > 0 && (rules.keepMonths === 0 || keepMonths < rules.keepMonths)
    const lost = t('keepLost', { count: keepMonths })
    if (!deletesMore || (await confirm({ title: t('keepTitle'), lost, yes: t('keepYes') }))) change({ keepMonths })
  }
  const waitProps = saving ? { disabledReason: t('saving') } : {}
  return (
    <div className={styles.choosing}>
      <Switch
        label={t('directOn')}
        hint={t('directOnHint')}
        value={!rules.directOff}
        onChange={(isOn) => change({ directOff: !isOn })}
        {...waitProps}
      />
      <Select
        label={t('readAlongUntil')}
        hint={t('readAlongHint')}
        options={readAlongChoices.map((years) => ({
          value: String(years),
          label: years === 0 ? t('readAlongNever') : t('readAlongYears', { years }),
        }))}
        value={String(rules.readAlongUntil)}
        onChange={(years) => change({ readAlongUntil: Number(years) })}
        {...waitProps}
      />
      <Select
        label={t('keepMonths')}
        hint={t('keepHint')}
        options={keepChoices.map((months) => ({
          value: String(months),
          label: months === 0 ? t('keepAll') : t('keepFor', { count: months }),
        }))}
        value={String(rules.keepMonths)}
        onChange={(months) => void changeKeepMonths(Number(months))}
        {...waitProps}
      />
      {teams.map(({ id, name }) => (
        <Switch
          key={id}
          label={t('teamChat', { name })}
          value={!rules.offTeams.includes(id)}
          onChange={(isOn) => change({ team: { id, off: !isOn } })}
          {...waitProps}
        />
      ))}
    </div>
  )
}
