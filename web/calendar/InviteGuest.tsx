import { useState } from 'react'
import { organizationOf } from '#shared/ids.ts'
import { byName, fullName } from '#shared/rules/names.ts'
import { useApi } from '../api.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { OneOf } from '../kit/OneOf.tsx'
import { Skeleton, Skeletons } from '../kit/Skeleton.tsx'
import { Loaded } from '../shell/Loaded.tsx'
import { useSave } from '../shell/useSave.ts'
import styles from './CoachAnswers.module.css'
import texts from './texts.en.json'

type Props = { eventId: string; teamId: string; invited: ReadonlySet<string> }

/** Invites a player of another team as a guest; for those who manage the whole club's events. */
export function InviteGuest(props: Props) {
  const t = useTexts('calendar', texts)
  const [opened, setOpened] = useState(false)
  return (
    <div>
      <Button onClick={() => setOpened(true)}>{t('inviteGuest')}</Button>
      <Dialog opened={opened} close={() => setOpened(false)} title={t('inviteGuest')}>
        {opened && <GuestForm {...props} close={() => setOpened(false)} />}
      </Dialog>
    </div>
  )
}

function GuestForm({ eventId, teamId, invited, close }: Props & { close: () => void }) {
  const t = useTexts('calendar', texts)
  const [playerId, setPlayerId] = useState('')
  const read = useApi(
    'GET /rest-api/teams/search/{orgId}',
    { orgId: organizationOf(eventId) },
    { handles: ['failures'] },
  )
  const { save, saving } = useSave('POST /event/addPlayerInvite', {
    refreshes: ['GET /rest-api/calendar/event/{eventId}', 'GET /api/v1/notInvitedPlayers/{eventId}'],
    saved: ({ invite }) => t('guestInvited', { player: fullName(invite.player) }),
    failed: problemText,
  })
  async function add() {
    if (await save({ query: { eventId, playerId, inviteStatus: 'Pending' } })) close()
  }
  return (
    <Loaded
      read={read}
      failed={t('clubPlayersFailed')}
      skeleton={
        <Skeletons label={t('clubPlayersLoading')}>
          <Skeleton height="48px" />
        </Skeletons>
      }
    >
      {({ players, teams }) => {
        // Players of this team are invited from its own list.
        const otherTeamPlayers = players.filter(
          (player) => !invited.has(player.id) && !player.teams.some((teamIndex) => teams[teamIndex]?.id === teamId),
        )
        const options = otherTeamPlayers.toSorted(byName).map((player) => ({
          value: player.id,
          label: fullName(player),
          hint: player.teams
            .flatMap((teamIndex) => (teams[teamIndex] && !teams[teamIndex].archived ? [teams[teamIndex].name] : []))
            .join(', '),
        }))
        const why = options.length === 0 ? t('noGuests') : playerId === '' ? t('chooseGuest') : undefined
        return (
          <div className={styles.answers}>
            <p>{t('inviteGuestHint')}</p>
            <OneOf label={t('guest')} value={playerId} onChange={setPlayerId} options={options} />
            <div>
              <Button kind="primary" busy={saving} disabledReason={why} onClick={() => void add()}>
                {t('invite')}
              </Button>
            </div>
          </div>
        )
      }}
    </Loaded>
  )
}
