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
import { startImpersonation } from '../session/impersonation.ts'
import { useUserId } from '../session/useUserId.ts'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import styles from './Staff.module.css'
import { StaffScreen, supportRoles } from './StaffScreen.tsx'
import english from './texts.en.json'
import { ReportSkeleton } from './UsersScreen.tsx'

const READ = 'GET /rest-api/staff/user/{userId}'
type Account = AnswerOf<typeof READ>
type AccountAction = 'end' | 'disable' | 'enable' | 'inPlace'

/** An account for the product's staff: its clubs and teams, and whether it is enabled. */
export default function UserScreen() {
  const t = useTexts('staff', english)
  const { userId = '' } = useParams()
  const read = useApi(READ, { userId }, { handles: ['failures'] })
  return (
    <StaffScreen title={read.data?.user.name || t('account')} roles={supportRoles}>
      <Loaded read={read} failed={t('userFailed')} skeleton={<ReportSkeleton />}>
        {(account) => (
          <>
            <AccountState account={account} />
            <Memberships account={account} />
            <Actions account={account} />
          </>
        )}
      </Loaded>
    </StaffScreen>
  )
}

function AccountState({ account: { user, sessions } }: { account: Account }) {
  const t = useTexts('staff', english)
  const isOwnAccount = useUserId() === user.id
  const denialReason = useWhyCannot()({ staff: ['ROLE_ADMIN'] })
  const [action, setAction] = useState<AccountAction>()
  const disabledProps = denialReason === undefined ? {} : { disabledReason: denialReason }
  const disabledIfOwn = isOwnAccount ? { disabledReason: t('notYourself') } : disabledProps
  return (
    <Card aria-label={t('account')}>
      <p>{user.email || t('noAddress')}</p>
      {sessions.disabled && <Notice tone="danger">{t('isDisabled')}</Notice>}
      {sessions.endedAt && (
        <p className={styles.hint}>{t('endedAt', { when: dateTimeText(sessions.endedAt, readerZone()) })}</p>
      )}
      <div className={styles.tools}>
        <Button onClick={() => setAction('inPlace')} {...disabledIfOwn}>
          {t('inPlace')}
        </Button>
        <Button onClick={() => setAction('end')} {...disabledProps}>
          {t('endSessions')}
        </Button>
        {sessions.disabled ? (
          <Button onClick={() => setAction('enable')} {...disabledIfOwn}>
            {t('enable')}
          </Button>
        ) : (
          <Button kind="danger" onClick={() => setAction('disable')} {...disabledIfOwn}>
            {t('disable')}
          </Button>
        )}
      </div>
      <Dialog
        opened={action !== undefined}
        close={() => setAction(undefined)}
        title={action ? t(actionTexts[action].title) : ''}
      >
        {action && <ReasonForm userId={user.id} action={action} close={() => setAction(undefined)} />}
      </Dialog>
    </Card>
  )
}

const actionTexts = {
  end: { title: 'endTitle', hint: 'endHint', submit: 'endSessions' },
  disable: { title: 'disableTitle', hint: 'endHint', submit: 'disable' },
  enable: { title: 'enableTitle', hint: 'enableHint', submit: 'enable' },
  inPlace: { title: 'inPlaceTitle', hint: 'inPlaceHint', submit: 'inPlace' },
} as const satisfies Record<AccountAction, object>

/** A reason is required first, and is logged. */
function ReasonForm({ userId, action, close }: { userId: string; action: AccountAction; close: () => void }) {
  const t = useTexts('staff', english)
  const refreshes = [READ] as const
  const ending = useSave('POST /rest-api/staff/user/{userId}/end-sessions', { refreshes, saved: t('ended') })
  const settingDisabled = useSave('PUT /rest-api/staff/user/{userId}/disabled', {
    refreshes,
    saved: ({ disabled }) => (disabled ? t('disabledNow') : t('enabledNow')),
  })
  const impersonating = useSave('POST /rest-api/staff/user/{userId}/in-place', {})
  const form = useForm({
    values: { reason: '' },
    faults: ({ reason }) => ({ reason: reasonFault(reason) }),
    async save({ reason }) {
      if (action === 'inPlace') {
        const response = await impersonating.save({ userId, body: { reason } })
        if (response) startImpersonation()
      } else if (action === 'end') await ending.save({ userId, body: { reason } })
      else await settingDisabled.save({ userId, body: { disabled: action === 'disable', reason } })
      close()
    },
  })
  return (
    <Form of={form} submit={t(actionTexts[action].submit)}>
      <p className={styles.hint}>{t(actionTexts[action].hint)}</p>
      <TextArea label={t('reason')} required limit={reasonLimit} {...form.field('reason')} />
    </Form>
  )
}

function Memberships({ account: { clubs, players, following } }: { account: Account }) {
  const t = useTexts('staff', english)
  const rightText = useTexts('rights', rights)
  return (
    <>
      <Card aria-label={t('clubs')}>
        <h2 className={styles.title}>{t('clubs')}</h2>
        {clubs.length === 0 && <p className={styles.hint}>{t('noClubs')}</p>}
        <ul className={styles.list}>
          {clubs.map((club) => (
            <li key={club.id}>
              <strong>{club.name}</strong>{' '}
              <span className={styles.hint}>{club.permissions.map((flag) => rightText(flag)).join(', ')}</span>
              <ul className={styles.list}>
                {club.teams.map((team) => (
                  <li key={team.id}>
                    {team.name}{' '}
                    <span className={styles.hint}>{team.permissions.map((flag) => rightText(flag)).join(', ')}</span>
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
