import type { InviteStatus } from '#shared/rules/invites.ts'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import styles from './AttendanceList.module.css'
import type { Invite } from './eventTypes.ts'
import texts from './texts.en.json'

const rows = [
  { status: 'Accepted', text: 'going' },
  { status: 'Declined', text: 'notComing' },
  { status: 'Pending', text: 'waiting' },
] as const satisfies { status: InviteStatus; text: string }[]

/** Every answer, for coaches: how many of each, then who, with their notes. */
export function Answers({ invites }: { invites: Invite[] }) {
  const t = useTexts('events', texts)
  if (invites.length === 0) return <p className={styles.none}>{t('nobodyInvited')}</p>
  const groups = rows.map(({ status, text }) => ({
    status,
    title: t(text),
    invites: invites.filter((invite) => invite.status.value === status),
  }))
  return (
    <>
      <table className={styles.counts}>
        <caption className="visually-hidden">{t('whoComes')}</caption>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('answer')}</th>
            <th scope="col">{t('players')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ status, title, invites: these }) => (
            <tr key={status}>
              <th scope="row">{title}</th>
              <td>
                <span className={styles.count}>{these.length}</span>
                <span className={styles.track} aria-hidden="true">
                  <span className={styles[status]} style={{ width: `${(100 * these.length) / invites.length}%` }} />
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {groups.map(
        ({ status, title, invites: these }) => these.length > 0 && <Names key={status} title={title} invites={these} />,
      )}
    </>
  )
}

/** Who said Yes, for families. */
export function Going({ invites }: { invites: Invite[] }) {
  const t = useTexts('events', texts)
  const going = invites.filter(({ status }) => status.value === 'Accepted')
  if (going.length === 0) return <p className={styles.none}>{t('nobodyComes')}</p>
  return <Names title={t('going')} invites={going} />
}

function Names({ title, invites }: { title: string; invites: Invite[] }) {
  const t = useTexts('events', texts)
  return (
    <div className={styles.group}>
      <p className={styles.title}>
        {title} ({invites.length})
      </p>
      <ul className={styles.names} aria-label={title}>
        {invites.map(({ id, player, note }) => (
          <li key={id}>
            <Avatar name={fullName(player)} id={player.id} size="small" />
            <span>
              {fullName(player)}
              {note && (
                <span className={styles.note}>
                  <span className="visually-hidden">{t('noteOf')} </span>
                  {note}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** As tall as the answers of a usual team, so that little moves below when they arrive. */
export const AnswersSkeleton = ({ label, coach }: { label: string; coach: boolean }) => (
  <Skeletons label={label}>
    {coach && <Skeleton height="96px" />}
    <Skeleton width="96px" height="24px" />
    <span className={styles.names}>
      {Array.from({ length: 8 }, (_, row) => (
        <Skeleton key={row} width="80%" height="32px" />
      ))}
    </span>
  </Skeletons>
)
