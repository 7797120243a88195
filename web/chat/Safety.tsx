import { useState } from 'react'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Badge } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Switch } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { dayText, readerZone, timeText } from '../kit/format.ts'
import { Select } from '../kit/Select.tsx'
import { EmptyState } from '../kit/States.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './Chat.module.css'
import { ListSkeleton } from './ConversationList.tsx'
import texts from './texts.en.json'

type Club = AnswerOf<'GET /api/v1/playersAndTeams'>['organizations'][number]
type Reports = AnswerOf<'GET /rest-api/chat/reports/{orgId}'>['reports']

/** What the administrators of a club decide about its chat: what was reported, and what is switched off. */
export function Safety({ clubs, close }: { clubs: readonly Club[]; close: () => void }) {
  const t = useTexts('chat', texts)
  const [picked, setPicked] = useState(clubs[0]?.id ?? '')
  const club = clubs.find(({ id }) => id === picked)
  const reports = useApi('GET /rest-api/chat/reports/{orgId}', { orgId: picked }, { handles: ['failures'] })
  const rules = useApi('GET /rest-api/chat/rules/{orgId}', { orgId: picked }, { handles: ['failures'] })
  return (
    <Dialog opened close={close} title={t('safety')} shape="drawer">
      <div className={styles.choosing}>
        {clubs.length > 1 && (
          <Select
            label={t('club')}
            options={clubs.map(({ id, name }) => ({ value: id, label: name }))}
            value={picked}
            onChange={setPicked}
          />
        )}
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
          {(answer) => <Reported orgId={picked} reports={answer.reports} />}
        </Loaded>
        <h3>{t('switches')}</h3>
        <Loaded read={rules} skeleton={<ListSkeleton label={t('loading')} />} failed={t('rulesFailed')}>
          {(known) => <Switches orgId={picked} rules={known} teams={club?.teams ?? []} />}
        </Loaded>
      </div>
    </Dialog>
  )
}

function Reported({ orgId, reports }: { orgId: string; reports: Reports }) {
  const t = useTexts('chat', texts)
  const { save, saving } = useSave('POST /rest-api/chat/reports/{orgId}/settle', {
    refreshes: ['GET /rest-api/chat/reports/{orgId}'],
    saved: (_answer, { body }) => t(body.settled === 'hidden' ? 'hiddenNow' : 'keptNow'),
    failed: ({ message }) => message,
  })
  const settle = (each: Reports[number], settled: 'hidden' | 'kept') => {
    const { conversationSid, messageSid } = each
    void save({ orgId, body: { conversationSid, messageSid, settled } })
  }
  return (
    <ul className={styles.hits}>
      {reports.map((each) => (
        <li key={`${each.messageSid} ${each.reportedBy} ${each.reportedAt}`}>
          <p className={styles.meta}>
            {each.author || t('someone')} · {dayText(each.sentAt, readerZone())} {timeText(each.sentAt, readerZone())}
          </p>
          <p className={styles.text} dir="auto">
            {[each.text, ...each.files].filter(Boolean).join(' · ')}
          </p>
          <p>
            {t('reportedBy', { name: each.reportedBy || t('someone'), reason: t(`${each.reason}Reason`) })}
            {each.note && ` “${each.note}”`}
          </p>
          {each.settled ? (
            <Badge>{t(each.settled === 'hidden' ? 'settledHidden' : 'settledKept')}</Badge>
          ) : (
            <div className={styles.choices}>
              <Button kind="danger" busy={saving} onClick={() => settle(each, 'hidden')}>
                {t('hide')}
              </Button>
              <Button busy={saving} onClick={() => settle(each, 'kept')}>
                {t('letStand')}
              </Button>
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

type Rules = AnswerOf<'GET /rest-api/chat/rules/{orgId}'>
function Switches({ orgId, rules, teams }: { orgId: string; rules: Rules; teams: Club['teams'] }) {
  const t = useTexts('chat', texts)
  const { save, saving } = useSave('PUT /rest-api/chat/rules/{orgId}', {
    refreshes: ['GET /rest-api/chat/rules/{orgId}', 'GET /rest-api/chat/conversations/{conversationSid}'],
    saved: t('rulesSaved'),
    failed: ({ message }) => message,
  })
  const change = (more: Partial<Rules>) => void save({ orgId, body: { ...rules, ...more } })
  const wait = saving ? { disabledReason: t('saving') } : {}
  return (
    <div className={styles.choosing}>
      <Switch
        label={t('directOn')}
        hint={t('directOnHint')}
        value={!rules.directOff}
        onChange={(isOn) => change({ directOff: !isOn })}
        {...wait}
      />
      {teams.map(({ id, name }) => (
        <Switch
          key={id}
          label={t('teamChat', { name })}
          value={!rules.offTeams.includes(id)}
          onChange={(isOn) =>
            change({ offTeams: isOn ? rules.offTeams.filter((each) => each !== id) : [...rules.offTeams, id] })
          }
          {...wait}
        />
      ))}
    </div>
  )
}
