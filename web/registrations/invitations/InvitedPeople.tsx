import { problemText, useTexts } from '../../i18n.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Button, IconButton } from '../../kit/Button.tsx'
import { Card } from '../../kit/Card.tsx'
import { CloseIcon } from '../../kit/icons.tsx'
import { KeptFocus } from '../../kit/KeptFocus.tsx'
import { RowSkeletons } from '../../kit/Skeleton.tsx'
import { LoadedList } from '../../shell/LoadedList.tsx'
import { useSave } from '../../shell/useSave.ts'
import { useApiPages } from '../../api/useApiPages.ts'
import styles from '../Registrations.module.css'
import english from '../texts.en.json'
import { EMAILS, SUMMARY } from './useInvite.ts'
import { useRemind } from './useRemind.ts'

/** `canRemind`: some have not registered, and mails are being sent by now. */
type Props = { registrationId: string; canRemind: boolean }

/** Invitations and their state, with a reminder for all who are not registered and a withdrawal for each. */
export function InvitedPeople({ registrationId, canRemind }: Props) {
  const t = useTexts('registrations', english)
  const read = useApiPages(EMAILS, { registrationId, query: {} }, { handles: ['failures'] })
  const { remind, reminding: isReminding } = useRemind(registrationId)
  const withdrawing = useSave('POST /rest-api/registration/invitations/{registrationId}/withdraw', {
    refreshes: [SUMMARY, EMAILS],
    saved: t('withdrawn'),
    failed: problemText,
  })
  return (
    <Card className={styles.part} aria-label={t('invitedPeople')}>
      <h2>{t('invitedPeople')}</h2>
      <KeptFocus label={t('invitedPeople')} className={styles.part}>
        {canRemind && (
          <div>
            <Button busy={isReminding} onClick={() => void remind()}>
              {t('remind')}
            </Button>
          </div>
        )}
        <LoadedList
          read={read}
          itemsOf={({ emails }) => emails}
          skeleton={<RowSkeletons label={t('loading')} rows={2} height="64px" />}
          failed={t('candidatesFailed')}
          empty={<p className={styles.muted}>{t('nobodyInvited')}</p>}
        >
          {(rows) => (
            <ul className={styles.list} aria-label={t('invitedPeople')}>
              {rows.map(({ email, name, registered, mailed, noMail }) => (
                <li key={email} className={styles.row}>
                  <span className={styles.what}>
                    <span className={styles.name}>{name || email}</span>
                    {name && <span className={styles.muted}>{email}</span>}
                  </span>
                  {noMail && !registered && <Badge tone="warning">{t('noMailThere')}</Badge>}
                  <Badge tone={registered ? 'success' : 'plain'}>
                    {t(registered ? 'hasRegistered' : mailed ? 'mailed' : 'notMailed')}
                  </Badge>
                  <IconButton
                    label={t('withdraw', { name: name || email })}
                    onClick={() => void withdrawing.save({ registrationId, body: { email } })}
                  >
                    <CloseIcon />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </LoadedList>
      </KeptFocus>
    </Card>
  )
}
