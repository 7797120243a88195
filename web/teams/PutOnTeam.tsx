import { useDeferredValue, useState } from 'react'
import { fullName } from '#shared/rules/names.ts'
import { useTexts } from '../i18n.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import { Frame } from '../kit/Frame.tsx'
import { KeptFocus } from '../kit/KeptFocus.tsx'
import { SearchField } from '../kit/SearchField.tsx'
import { UnsavedInputGuard } from '../kit/UnsavedInputGuard.tsx'
import { type ClubIndex, findInClub } from './clubSearch.ts'
import styles from './Player.module.css'
import { PutOnTeamFoot, TeamChoice } from './PutOnTeamParts.tsx'
import texts from './texts.en.json'
import { useAddToTeam, useReportMove } from './useReportMove.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Props = { orgId: string; index: ClubIndex | undefined; opened: boolean; close: () => void }

/** Adds several players without a team to one, in a dialog that stays open for the next team. */
export function PutOnTeam({ opened, close, orgId, index }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('putPlayers')}>
      {opened && index && <PutOnTeamForm orgId={orgId} index={index} />}
    </Dialog>
  )
}

/** Above this number of players a search field is shown. */
const searchThreshold = 8

function PutOnTeamForm({ orgId, index: { club, players } }: { orgId: string; index: ClubIndex }) {
  const t = useTexts('teams', texts)
  const otherTeams = useOtherTeams(orgId, [])
  const teams = otherTeams ?? []
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [targetTeamId, setTargetTeamId] = useState('')
  const [searchText, setSearchText] = useState('')
  const [addsToEvents, setAddsToEvents] = useState(true)
  const [progress, setProgress] = useState<{ done: number; count: number }>()
  const reportMove = useReportMove()
  const adding = useAddToTeam()
  const teamlessPlayers = players.filter(({ player }) => player.teams.length === 0)
  const query = useDeferredValue(searchText.trim())
  const shownPlayers =
    query === ''
      ? teamlessPlayers.map(({ player }) => player)
      : findInClub({ club, players: teamlessPlayers }, query).players
  // Drops players that were added to a team meanwhile.
  const chosenTeamless = teamlessPlayers.flatMap(({ player: { id } }) => (chosenIds.has(id) ? [id] : []))
  const areAllChosen = shownPlayers.length > 0 && shownPlayers.every(({ id }) => chosenIds.has(id))
  /** Applies to the players that match the search only. */
  function toggleShown() {
    const shownIds = new Set(shownPlayers.map(({ id }) => id))
    setChosenIds(new Set([...chosenTeamless.filter((id) => !shownIds.has(id)), ...(areAllChosen ? [] : shownIds)]))
  }

  /** Can be repeated if interrupted: players already on the team stay there. */
  async function save() {
    // Counted now: players that are added disappear from `chosenTeamless` while others are still waiting.
    const count = chosenTeamless.length
    setProgress({ done: 0, count })
    const added = await adding.add({
      to: targetTeamId,
      players: chosenTeamless.map((playerId) => ({ playerId })),
      toEvents: addsToEvents,
      progress: (done) => setProgress({ done, count }),
    })
    if (added === undefined) return setProgress(undefined)
    const name = teams.find(({ id }) => id === targetTeamId)?.name ?? ''
    const move = { from: undefined, to: targetTeamId, playerIds: chosenTeamless, invited: addsToEvents }
    reportMove(t('playersOnTeam', { count, team: name }), added === count ? move : undefined)
    setChosenIds(new Set())
    setSearchText('')
    setProgress(undefined)
  }

  return (
    // The submit button is disabled after each team: the focus stays here.
    <KeptFocus label={t('putPlayers')} className={styles.column}>
      <UnsavedInputGuard dirty={chosenTeamless.length > 0} />
      {(teamlessPlayers.length > searchThreshold || searchText !== '') && (
        <SearchField label={t('filterTags')} value={searchText} onChange={setSearchText} />
      )}
      <Frame id="put" label={t('playersTitle')} group>
        <div>
          <Button
            kind="quiet"
            flush
            onClick={toggleShown}
            {...(shownPlayers.length === 0 && { disabledReason: t('nobodyToPut') })}
          >
            {t(areAllChosen ? 'chooseNobody' : 'chooseEverybody')}
          </Button>
        </div>
        <ExpandableList items={shownPlayers}>
          {(some) =>
            some.map((player) => (
              <Checkbox
                key={player.id}
                label={fullName(player)}
                hint={player.tags.join(', ') || undefined}
                value={chosenIds.has(player.id)}
                onChange={(on) =>
                  setChosenIds(
                    new Set(on ? [...chosenTeamless, player.id] : chosenTeamless.filter((id) => id !== player.id)),
                  )
                }
              />
            ))
          }
        </ExpandableList>
      </Frame>
      <TeamChoice teams={teams} targetTeamId={targetTeamId} setTargetTeamId={setTargetTeamId} />
      <PutOnTeamFoot
        {...{ addsToEvents, setAddsToEvents, targetTeamId }}
        teams={otherTeams}
        isNobodyChosen={chosenTeamless.length === 0}
        busy={progress !== undefined}
        progress={progress ?? false}
        save={save}
      />
    </KeptFocus>
  )
}
