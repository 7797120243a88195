import { useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { problemText, useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { listText } from '../kit/format.ts'
import { Frame } from '../kit/Frame.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { newPart } from '../api/newPart.ts'
import type { Team } from './answers.ts'
import { BirthYearChooser, useBirthYears } from './BirthYearChooser.tsx'
import { inviteCoaches, useTransferableCoaches, withdrawInvitations } from './transferCoaches.ts'
import styles from './Player.module.css'
import { PutOnTeamFoot, TeamChoice } from './PutOnTeamParts.tsx'
import texts from './texts.en.json'
import { useAddToTeam, useReportMove, useRemoveFromTeam } from './useReportMove.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Props = { team: Team; close: () => void }

/** Moves several players of a team to another one, e.g. for the next season, or adds them there. */
export function MovePlayersForm({ team, close }: Props) {
  const t = useTexts('teams', texts)
  const otherTeams = useOtherTeams(team.id, [team.id])
  const teams = otherTeams ?? []
  const years = useBirthYears(team.id)
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(() => new Set(team.players.map(({ id }) => id)))
  const [targetTeamId, setTargetTeamId] = useState('')
  const [leavesTeam, setLeavesTeam] = useState(false)
  const [addsToEvents, setAddsToEvents] = useState(true)
  const [withCoaches, setWithCoaches] = useState(false)
  const coachCandidates = useTransferableCoaches(team.id, targetTeamId)
  const [doneCount, setDoneCount] = useState<number>()
  const [removalId] = useState(() => newPart('r'))
  const reportMove = useReportMove()
  const adding = useAddToTeam()
  const removing = useRemoveFromTeam()
  const chosenPlayers = team.players.filter(({ id }) => chosenIds.has(id))

  /** Can be repeated if interrupted: players already added or removed stay so. */
  async function movePlayers() {
    setDoneCount(0)
    const players = chosenPlayers.map(({ id: playerId, number, position }) => ({
      playerId,
      // If they stay on their team as well, somebody on the other team may have the number.
      ...(leavesTeam && number && { number }),
      ...(leavesTeam && position && { position }),
    }))
    const added = await adding.add({
      to: targetTeamId,
      players,
      toEvents: addsToEvents,
      ...(!leavesTeam && { progress: setDoneCount }),
    })
    if (added === undefined) return setDoneCount(undefined)
    for (const [i, { id: playerId }] of leavesTeam ? chosenPlayers.entries() : []) {
      if (!(await removing.save({ body: { teamId: team.id, playerId, removeFromEvents: 'on', removal: removalId } })))
        return setDoneCount(undefined)
      setDoneCount(i + 1)
    }
    const { done: invited, failed: failedInvitations } = await inviteCoaches(
      withCoaches ? coachCandidates : [],
      team.id,
      targetTeamId,
    )
    const name = teams.find(({ id }) => id === targetTeamId)?.name ?? ''
    const playerIds = chosenPlayers.map(({ id }) => id)
    const undoInvitations = () => withdrawInvitations(invited.map(({ invitationId }) => invitationId))
    const isUndoable = leavesTeam && added === chosenPlayers.length
    const [firstFailure] = failedInvitations
    const messages = [
      t('playersOnTeam', { count: chosenPlayers.length, team: name }),
      invited.length > 0 && t('coachesInvited', { count: invited.length }),
      firstFailure &&
        `${t('coachesNotInvited', { count: failedInvitations.length })} ${problemText(firstFailure.problem)}`,
    ]
    reportMove(
      messages.filter(Boolean).join(' '),
      isUndoable
        ? {
            from: team,
            to: targetTeamId,
            playerIds,
            removal: removalId,
            invited: addsToEvents,
            undoRest: undoInvitations,
          }
        : undefined,
      firstFailure ? 'danger' : 'success',
    )
    close()
  }

  const areAllChosen = chosenPlayers.length === team.players.length
  return (
    <div className={styles.column}>
      <UnsavedInputGuard dirty={!areAllChosen || targetTeamId !== '' || leavesTeam || !addsToEvents || withCoaches} />
      <TeamChoice teams={teams} targetTeamId={targetTeamId} setTargetTeamId={setTargetTeamId} />
      <Frame id="moved" label={t('playersTitle')} group>
        <div>
          <Button
            kind="quiet"
            flush
            onClick={() => setChosenIds(new Set(areAllChosen ? [] : team.players.map(({ id }) => id)))}
          >
            {t(areAllChosen ? 'chooseNobody' : 'chooseEverybody')}
          </Button>
        </div>
        <BirthYearChooser years={years} onChoose={(ids) => setChosenIds(new Set(ids))} />
        {team.players.map((player) => (
          <Checkbox
            key={player.id}
            label={fullName(player)}
            {...(years.has(player.id) && { hint: t('bornOnDay', { day: String(years.get(player.id)) }) })}
            value={chosenIds.has(player.id)}
            onChange={(on) =>
              setChosenIds(
                new Set(on ? [...chosenIds, player.id] : [...chosenIds].filter((each) => each !== player.id)),
              )
            }
          />
        ))}
      </Frame>
      <Checkbox label={t('leaveTeam', { team: team.name })} value={leavesTeam} onChange={setLeavesTeam} />
      {coachCandidates.length > 0 && (
        <Checkbox
          label={t('inviteCoaches', { names: listText(coachCandidates.map(({ name }) => name)) })}
          hint={t('inviteCoachesHint')}
          value={withCoaches}
          onChange={setWithCoaches}
        />
      )}
      <PutOnTeamFoot
        {...{ addsToEvents, setAddsToEvents, targetTeamId }}
        teams={otherTeams}
        isNobodyChosen={chosenPlayers.length === 0}
        busy={doneCount !== undefined}
        progress={doneCount !== undefined && { done: doneCount, count: chosenPlayers.length }}
        save={movePlayers}
      />
    </div>
  )
}
