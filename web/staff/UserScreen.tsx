import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { reasonFault, reasonLimit } from '#shared/rules/staff.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Notice } from '../kit/Badge.tsx'
import { Button } from '../kit/Button.tsx'
import { Card } from '../kit/Card.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { Form } from '../kit/form/Form.tsx'
import { useForm } from '../kit/form/useForm.ts'
import { dateTimeText, readerZone } from '../kit/format.ts'
import { TextArea } from '../kit/TextArea.tsx'
import rights from '../rights/texts.en.json'
import { beginInPlace } from '../session/inPlace.ts'
import { useUserId } from '../session/useUserId.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Staff.module.css'
import { StaffScreen, support } from './StaffScreen.tsx'
import english from './texts.en.json'
import { Rows } from './UsersScreen.tsx'

const READ = 'GET /rest-api/staff/user/{userId}'
type Account = AnswerOf<typeof READ>
type Doing = 'end' | 'disable' | 'enable' | 'inPlace'

/** An account for the product's staff: its clubs and teams, and whether it is enabled. */
export default function UserScreen() {
  const t = useTexts('staff', english)
  const { userId = '' } = useParams()
  const read = useApi(READ, { userId }, { handles: ['failures'] })
  return (
    <StaffScreen title={read.data?.user.name || t('account')} roles={support}>
      <Loaded read={read} failed={t('userFailed')} skeleton={<Rows />}>
        {(account) => (
          <>
            <State account={account} />
            <Belongs account={account} />
            <Actions account={account} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}

function State({ account: { user, sessions } }: { account: Account }) {
  const t = useTexts('staff', english)
  const own = useUserId() === user.id
  const why = useWhyCannot()({ staff: ['ROLE_ADMIN'] })
  const [doing, begin] = useState<Doing>()
  const locked = why === undefined ? {} : { disabledReason: why }
  const lockedOwn = own ? { disabledReason: t('notYourself') } : locked
  return (
    <Card aria-label={t('account')}>
      <p>{user.email || t('noAddress')}</p>
      {sessions.disabled && <Notice tone="danger">{t('isDisabled')}</Notice>}
      {sessions.endedAt && (
        <p className={styles.hint}>{t('endedAt', { when: dateTimeText(sessions.endedAt, readerZone()) })}</p>
      )}
      <div className={styles.tools}>
        <Button onClick={() => begin('inPlace')} {...lockedOwn}>
          {t('inPlace')}
        </Button>
        <Button onClick={() => begin('end')} {...locked}>
          {t('endSessions')}
        </Button>
        {sessions.disabled ? (
          <Button onClick={() => begin('enable')} {...lockedOwn}>
            {t('enable')}
          </Button>
        ) : (
          <Button kind="danger" onClick={() => begin('disable')} {...lockedOwn}>
            {t('disable')}
          </Button>
        )}
      </div>
      <Dialog opened={doing !== undefined} close={() => begin(undefined)} title={doing ? t(words[doing].title) : ''}>
        {doing && <Reason userId={user.id} doing={doing} close={() => begin(undefined)} />}
      </Dialog>
    </Card>
  )
}

const words = {
  end: { title: 'endTitle', hint: 'endHint', submit: 'endSessions' },
  disable: { title: 'disableTitle', hint: 'endHint', submit: 'disable' },
  enable: { title: 'enableTitle', hint: 'enableHint', submit: 'enable' },
  inPlace: { title: 'inPlaceTitle', hint: 'inPlaceHint', submit: 'inPlace' },
} as const satisfies Record<Doing, object>

/** A reason is required first, and is logged. */
function Reason({ userId, doing, close }: { userId: string; doing: Doing; close: () => void }) {
  const t = useTexts('staff', english)
  const refreshes = [READ] as const
  const ending = useSave('POST /rest-api/staff/user/{userId}/end-sessions', { refreshes, saved: t('ended') })
  const setting = useSave('PUT /rest-api/staff/user/{userId}/disabled', {
    refreshes,
    saved: ({ disabled }) => (disabled ? t('disabledNow') : t('enabledNow')),
  })
  const acting = useSave('POST /rest-api/staff/user/{userId}/in-place', {})
  const form = useForm({
    values: { reason: '' },
    faults: ({ reason }) => ({ reason: reasonFault(reason) }),
    async save({ reason }) {
      if (doing === 'inPlace') {
        const begun = await acting.save({ userId, body: { reason } })
        if (begun) beginInPlace()
      } else if (doing === 'end') await ending.save({ userId, body: { reason } })
      else await setting.save({ userId, body: { disabled: doing === 'disable', reason } })
      close()
    },
  })
  return (
    <Form of={form} submit={t(words[doing].submit)}>
      <p className={styles.hint}>{t(words[doing].hint)}</p>
      <TextArea label={t('reason')} required limit={reasonLimit} {...form.field('reason')} />
    </Form>
  )
}

function Belongs({ account: { clubs, players, following } }: { account: Account }) {
  const t = useTexts('staff', english)
  const say = useTexts('rights', rights)
  return (
    <>
      <Card aria-label={t('clubs')}>
        <h2 className={styles.title}>{t('clubs')}</h2>
        {clubs.length === 0 && <p className={styles.hint}>{t('noClubs')}</p>}
        <ul className={styles.list}>
          {clubs.map((club) => (
            <li key={club.id}>
              <strong>{club.name}</strong>{' '}
              <span className={styles.hint}>{club.permissions.map((flag) => say(flag)).join(', ')}</span>
              <ul className={styles.list}>
                {club.teams.map((team) => (
                  <li key={team.id}>
                    {team.name}{' '}
                    <span className={styles.hint}>{team.permissions.map((flag) => say(flag)).join(', ')}</span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ul>
      </Card>
      <Card aria-label={t('players')}>
        <h2 className={styles.title}>{t('players')}</h2>
        <p>{players === 0 ? t('noPlayers') : t('has', { count: players })}</p>
        <p className={styles.hint}>{t('follows', { count: following })}</p>
      </Card>
    </>
  )
}

/** The actions by staff on this account, with who did each and why. */
function Actions({ account: { actions } }: { account: Account }) {
  const t = useTexts('staff', english)
  return (
    <Card aria-label={t('actions')}>
      <h2 className={styles.title}>{t('actions')}</h2>
      {actions.length === 0 && <p className={styles.hint}>{t('noActions')}</p>}
      <ul className={styles.list}>
        {actions.map(({ id, when, act, who, reason }) => (
          <li key={id}>
            <strong>{t(`act_${act}`)}</strong> · {who} · {dateTimeText(when, readerZone())}
            {reason && <p className={styles.hint}>{reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}
