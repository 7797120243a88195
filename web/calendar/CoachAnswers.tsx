import { organizationOf, teamOf } from '#shared/ids.ts'
import { isAwaiting } from '#shared/rules/attendance.ts'
import type { InviteStatus } from '#shared/rules/invites.ts'
import { fullName } from '#shared/rules/names.ts'
import { type AnswerOf, type ApiProblem, useApi } from '../api.ts'
import { saysWhy } from '../api/problem.ts'
import type { Invite } from '../events/eventTypes.ts'
import eventTexts from '../events/texts.en.json'
import { TurnoutChart } from '../events/TurnoutChart.tsx'
import { useNow } from '../shell/useNow.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Badge } from '../kit/Badge.tsx'
import { Button, ButtonLink } from '../kit/Button.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { Menu } from '../kit/Menu.tsx'
import { Segmented } from '../kit/Radios.tsx'
import { newPart } from '../api/newPart.ts'
import { paths } from '../paths.ts'
import { change, useSave } from '../shell/useSave.ts'
import { useWhyCannot } from '../shell/useWhyCannot.ts'
import { useWhyLimited } from '../shell/useWhyLimited.ts'
import styles from './CoachAnswers.module.css'
import type { EventRead } from './eventForm.ts'
import { InviteGuest } from './InviteGuest.tsx'
import texts from './texts.en.json'

const READ = 'GET /rest-api/calendar/event/{eventId}'
const ANSWER = 'GET /user/updateInviteStatus/{inviteFile}'
const NOT_INVITED = 'GET /api/v1/notInvitedPlayers/{eventId}'
// Coaches may be parents too, whose own players' answers are in these responses.
const familyReads = ['GET /api/v1/playerEvents', 'GET /api/v1/today'] as const
const refreshes = [READ, NOT_INVITED, 'GET /rest-api/teams/week', ...familyReads] as const
const statuses = ['Accepted', 'Declined', 'Pending'] as const
type NotInvitedRead = AnswerOf<typeof NOT_INVITED>
type AnswerSave = { query: { status: InviteStatus } }

/** The invited players with their answers and notes; the coach can answer for them, remove invites and invite others. */
export function CoachAnswers({ read: { event, playerInvites, turnout } }: { read: EventRead }) {
  const t = useTexts('calendar', texts)
  const eventId = event.id
  const teamId = teamOf(eventId)
  const { data } = useApi(NOT_INVITED, { eventId }, { handles: ['failures', 'not_allowed'] })
  // Club-wide events need no guests: everyone in the club is on the list below.
  const invitesGuests = useWhyCannot()('canEditEvents', organizationOf(eventId)) === undefined
  return (
    <KeptFocus label={t('invited')} className={styles.answers}>
      {playerInvites.length > 0 && <TurnoutChart turnout={turnout} />}
      <WriteToWaiting event={event} invites={playerInvites} />
      <ExpandableList items={playerInvites}>
        {(shown) => (
          <ul aria-label={t('invited')}>
            {shown.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                eventId={eventId}
                isGuest={data?.guests.includes(invite.player.id)}
              />
            ))}
          </ul>
        )}
      </ExpandableList>
      <NotInvited eventId={eventId} players={data?.players ?? []} />
      {teamId !== undefined && invitesGuests && (
        <InviteGuest
          eventId={eventId}
          teamId={teamId}
          invited={new Set(playerInvites.map(({ player }) => player.id))}
        />
      )}
    </KeptFocus>
  )
}

/** A link for emailing the families who have not answered yet. */
function WriteToWaiting({ event, invites }: { event: EventRead['event']; invites: readonly Invite[] }) {
  const t = useTexts('calendar', texts)
  const now = useNow()
  const mayWrite = useWhyCannot()('canSendMessages', event.id) === undefined
  const count = invites.filter(({ status }) => isAwaiting({ ...event, status: status.value }, now)).length
  if (!mayWrite || count === 0) return null
  return (
    <p>
      <ButtonLink to={paths.emailEvent({ eventId: event.id }, { invited: 'notAnswered' })}>
        {t('emailWaiting', { count })}
      </ButtonLink>
    </p>
  )
}

function InviteRow({ invite, eventId, isGuest }: { invite: Invite; eventId: string; isGuest: boolean | undefined }) {
  const t = useTexts('calendar', texts)
  const eventText = useTexts('events', eventTexts)
  const name = fullName(invite.player)
  const limited = useWhyLimited(organizationOf(eventId))
  const playerPath = usePlayerPath(invite, eventId, isGuest)
  const answerOptions = {
    refreshes,
    failed: (problem: ApiProblem) =>
      `${eventText('answerFailed')}${saysWhy(problem) ? ` ${problemText(problem)}` : ''}`,
    optimistic: ({ query: { status } }: AnswerSave) => [change(READ, { eventId }, withStatus(invite.id, status))],
  }
  const restoring = useSave(ANSWER, answerOptions)
  const inviteFile = `${invite.id}.json`
  const { save } = useSave(ANSWER, {
    ...answerOptions,
    // A note belongs to its answer, so changing the answer drops it.
    saved: ({ droppedNote }) => droppedNote && t('noteGone', { player: name, note: droppedNote }),
    undo: ({ droppedNote: note, answerId: upon }) => {
      const status = invite.status.value
      void restoring.save({ inviteFile, query: { format: 'json', status, upon, ...(note !== undefined && { note }) } })
    },
  })
  const adding = useSave('POST /event/addPlayerInvite', { refreshes, failed: problemText })
  const removing = useSave('POST /orgUnit/removePlayerInvite/{inviteId}', {
    refreshes,
    failed: problemText,
    saved: t('inviteTaken', { player: name }),
    canUndo: () => limited === undefined,
    // The server restores the previous answer and who gave it.
    undo: (_answer, { query: { removal } }) =>
      void adding.save({ query: { eventId, playerId: invite.player.id, inviteStatus: 'Pending', removal } }),
  })
  const removeInvite = () => void removing.save({ inviteId: invite.id, query: { removal: newPart('r') } })
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <Avatar name={name} id={invite.player.id} size="small" />
        <span>
          {name}
          {isGuest && <Badge>{t('isGuest')}</Badge>}
          {invite.note && <span className={styles.note}>{invite.note}</span>}
        </span>
      </span>
      <Segmented
        label={t('answerOf', { player: name })}
        labelHidden
        options={statuses.map((value) => ({ value, label: t(`answer_${value}`) }))}
        value={invite.status.value}
        onChange={(status) => status && void save({ inviteFile, query: { format: 'json', status } })}
      />
      <Menu
        about={name}
        items={[
          playerPath !== undefined && { label: t('openPlayer'), to: playerPath },
          { label: t('takeBack'), danger: true, run: removeInvite },
        ]}
      />
    </li>
  )
}

/**
 * The link to a player's page. For guests, only those who manage the whole club's rosters can open it; until it is known who is a
 * guest, there is no link.
 */
function usePlayerPath({ player }: Invite, eventId: string, isGuest: boolean | undefined): string | undefined {
  const whyCannot = useWhyCannot()
  if (isGuest === undefined) return undefined
  if (!isGuest) return paths.player({ playerId: player.id }, { o: teamOf(eventId) })
  return whyCannot('canEditPlayers', organizationOf(eventId)) === undefined
    ? paths.player({ playerId: player.id }, {})
    : undefined
}

const withStatus = (inviteId: string, value: InviteStatus) => (event: EventRead) => ({
  ...event,
  playerInvites: event.playerInvites.map((each) => (each.id === inviteId ? { ...each, status: { value } } : each)),
})

function NotInvited({ eventId, players }: { eventId: string; players: NotInvitedRead['players'] }) {
  const t = useTexts('calendar', texts)
  const invitingAll = useSave('POST /event/addPlayerInviteForAllUninvitedPlayers', {
    refreshes,
    failed: problemText,
    saved: ({ invited }) => t('allInvited', { count: invited }),
  })
  if (players.length === 0) return null
  return (
    <section aria-label={t('notInvited')}>
      <div className={styles.head}>
        <h2>{t('notInvited')}</h2>
        <Button
          busy={invitingAll.saving}
          onClick={() => void invitingAll.save({ query: { eventId, inviteStatus: 'Pending' } })}
        >
          {t('inviteAll')}
        </Button>
      </div>
      <ExpandableList items={players}>
        {(shown) => (
          <ul>
            {shown.map((player) => (
              <NotInvitedRow key={player.id} player={player} eventId={eventId} />
            ))}
          </ul>
        )}
      </ExpandableList>
    </section>
  )
}

function NotInvitedRow({ player, eventId }: { player: NotInvitedRead['players'][number]; eventId: string }) {
  const t = useTexts('calendar', texts)
  const adding = useSave('POST /event/addPlayerInvite', { refreshes, failed: problemText })
  const name = fullName(player)
  return (
    <li className={styles.row}>
      <span className={styles.who}>
        <Avatar name={name} id={player.id} size="small" />
        {name}
      </span>
      <Button
        busy={adding.saving}
        aria-label={t('invitePlayer', { player: name })}
        onClick={() => void adding.save({ query: { eventId, playerId: player.id, inviteStatus: 'Pending' } })}
      >
        {t('invite')}
      </Button>
    </li>
  )
}
