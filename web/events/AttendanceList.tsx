import type { InviteStatus } from '#shared/rules/invites.ts'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import styles from './AttendanceList.module.css'
import type { EventWithAnswers, Invite } from './eventTypes.ts'
import texts from './texts.en.json'
import { TurnoutChart } from './TurnoutChart.tsx'

const groups = [
  { status: 'Accepted', text: 'going' },
  { status: 'Declined', text: 'notComing' },
  { status: 'Pending', text: 'waiting' },
] as const satisfies { status: InviteStatus; text: string }[]

/** The attendance of an event, as far as the reader may see it: all answers, only who accepted, or only the number. */
export function Attendance({ event: { playerInvites, turnout, sees } }: { event: EventWithAnswers }) {
  const t = useTexts('events', texts)
  const invited = turnout.going + turnout.notGoing + turnout.waiting
  if (invited === 0) return <p className={styles.none}>{t('nobodyInvited')}</p>
  if (sees === 'answers') return <Answers invites={playerInvites} turnout={turnout} />
  const going = playerInvites.filter(({ status }) => status.value === 'Accepted')
  if (turnout.going === 0) return <p className={styles.none}>{t('nobodyComes')}</p>
  if (sees === 'going') return <Names title={t('going')} invites={going} />
  return (
    <p>
      {t('goingCount', { count: turnout.going })} <span className={styles.none}>{t('answersAreTheirs')}</span>
    </p>
  )
}

/** All answers, for coaches: the count of each, then the names with their notes. */
function Answers({ invites, turnout }: { invites: Invite[]; turnout: EventWithAnswers['turnout'] }) {
  const t = useTexts('events', texts)
  return (
    <>
      <TurnoutChart turnout={turnout} />
      {groups.map(({ status, text }) => {
        const groupInvites = invites.filter((invite) => invite.status.value === status)
        return groupInvites.length > 0 && <Names key={status} title={t(text)} invites={groupInvites} />
      })}
    </>
  )
}

/** At most this many names per answer: every family sees this list on Today, and club events may have many more. */
const maxNamed = 100

function Names({ title, invites }: { title: string; invites: Invite[] }) {
  const t = useTexts('events', texts)
  return (
    <div className={styles.group}>
      <p className={styles.title}>
        {title} ({invites.length})
      </p>
      <ul className={styles.names} aria-label={title}>
        {invites.slice(0, maxNamed).map(({ id, player, note }) => (
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
      {invites.length > maxNamed && <p>{t('moreNames', { count: invites.length - maxNamed })}</p>}
    </div>
  )
}
