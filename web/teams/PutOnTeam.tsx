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
import { useAddToTeam, useMoved } from './useMoved.ts'
import { useOtherTeams } from './useOtherTeams.ts'

type Props = { orgId: string; index: ClubIndex | undefined; opened: boolean; close: () => void }

/** Adds several players without a team to one, in a dialog that stays open for the next team. */
export function PutOnTeam({ opened, close, orgId, index }: Props) {
  const t = useTexts('teams', texts)
  return (
    <Dialog opened={opened} close={close} title={t('putPlayers')}>
      {opened && index && <Fields orgId={orgId} index={index} />}
    </Dialog>
  )
}

/** Above this number of players a search field is shown. */
const few = 8

function Fields({ orgId, index: { club, players } }: { orgId: string; index: ClubIndex }) {
  const t = useTexts('teams', texts)
  const known = useOtherTeams(orgId, [])
  const teams = known ?? []
  const [chosen, choose] = useState<ReadonlySet<string>>(new Set())
  const [to, setTo] = useState('')
  const [typed, setTyped] = useState('')
  const [toEvents, setToEvents] = useState(true)
  const [moving, setMoving] = useState<{ done: number; count: number }>()
  const tell = useMoved()
  const adding = useAddToTeam()
  const free = players.filter(({ player }) => player.teams.length === 0)
  const wanted = useDeferredValue(typed.trim())
  const shown = wanted === '' ? free.map(({ player }) => player) : findInClub({ club, players: free }, wanted).players
  // Drops players that were added to a team meanwhile.
  const put = free.flatMap(({ player: { id } }) => (chosen.has(id) ? [id] : []))
  const all = shown.length > 0 && shown.every(({ id }) => chosen.has(id))
  /** Applies to the players that match the search only. */
  function chooseShown() {
    const these = new Set(shown.map(({ id }) => id))
    choose(new Set([...put.filter((id) => !these.has(id)), ...(all ? [] : these)]))
  }

  /** Can be repeated if interrupted: players already on the team stay there. */
  async function save() {
    // Counted now: players that are added disappear from `put` while others are still waiting.
    const count = put.length
    setMoving({ done: 0, count })
    const added = await adding.add({
      to,
      players: put.map((playerId) => ({ playerId })),
      toEvents,
      progress: (done) => setMoving({ done, count }),
    })
    if (added === undefined) return setMoving(undefined)
    const name = teams.find(({ id }) => id === to)?.name ?? ''
    const moved = { from: undefined, to, playerIds: put, invited: toEvents }
    tell(t('playersOnTeam', { count, team: name }), added === count ? moved : undefined)
    choose(new Set())
    setTyped('')
    setMoving(undefined)
  }

  return (
    // The submit button is disabled after each team: the focus stays here.
    <KeptFocus label={t('putPlayers')} className={styles.column}>
      <UnsavedInputGuard dirty={put.length > 0} />
      {(free.length > few || typed !== '') && <SearchField label={t('filterTags')} value={typed} onChange={setTyped} />}
      <Frame id="put" label={t('playersTitle')} group>
        <div>
          <Button
            kind="quiet"
            flush
            onClick={chooseShown}
            {...(shown.length === 0 && { disabledReason: t('nobodyToPut') })}
          >
            {t(all ? 'chooseNobody' : 'chooseEverybody')}
          </Button>
        </div>
        <ExpandableList items={shown}>
          {(some) =>
            some.map((player) => (
              <Checkbox
                key={player.id}
                label={fullName(player)}
                hint={player.tags.join(', ') || undefined}
                value={chosen.has(player.id)}
                onChange={(on) => choose(new Set(on ? [...put, player.id] : put.filter((id) => id !== player.id)))}
              />
            ))
          }
        </ExpandableList>
      </Frame>
      <TeamChoice teams={teams} to={to} setTo={setTo} />
      <PutOnTeamFoot
        {...{ toEvents, setToEvents, to }}
        teams={known}
        isNobodyChosen={put.length === 0}
        busy={moving !== undefined}
        progress={moving ?? false}
        save={save}
      />
    </KeptFocus>
  )
}
