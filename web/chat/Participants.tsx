import { fold, matchesText, words } from '#shared/rules/textMatching.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'

type Participant = AnswerOf<'GET /rest-api/chat-user/available-participants'>['data']['chatParticipants'][number]
/** Chosen people by user id; undefined while only the id is known. */
export type ChosenPeople = ReadonlyMap<string, Participant | undefined>

type ParticipantsInput = { orgId: string; teamId: string | undefined; playerId: string | null }
/** The people the user may chat with: a player's family, or those in a team or club. */
export function useParticipants({ orgId, teamId, playerId }: ParticipantsInput) {
  const handles = ['failures', 'not_allowed'] as const
  const clubPeople = useApi(
    'GET /rest-api/chat-user/available-participants',
    playerId === null && teamId === undefined ? { query: { organizationId: orgId } } : undefined,
    { handles },
  )
  const teamPeople = useApi(
    'GET /rest-api/chat-user/available-participants/teams',
    playerId === null && teamId !== undefined ? { query: { teamIds: teamId } } : undefined,
    { handles },
  )
  const familyPeople = useApi(
    'GET /rest-api/chat-user/available-participants/players',
    playerId === null ? undefined : { query: { playerIds: playerId } },
    { handles },
  )
  if (playerId !== null) return familyPeople
  return teamId === undefined ? clubPeople : teamPeople
}

type ParticipantsProps = {
  participants: readonly Participant[]
  typed: string
  chosen: ChosenPeople
  /** Undefined for a player's family, who all take part. */
  setChosen: ((chosen: ChosenPeople) => void) | undefined
}
/** The people matching the search, preceded by chosen ones that would otherwise not be visible. */
export function Participants({ participants, typed, chosen, setChosen }: ParticipantsProps) {
  const t = useTexts('chat', texts)
  const query = words(fold(typed))
  const matches = participants.filter(({ name, teams }) => matchesText(`${name} ${teams.join(' ')}`, query))
  const chosenMissingIn = (shown: readonly Participant[]) =>
    [...chosen].flatMap(([userId, person]) => {
      const isSame = (each: Participant) => each.userId === userId
      return shown.some(isSame) ? [] : (person ?? participants.find(isSame) ?? [])
    })
  function setPersonChosen(each: Participant, isChosen: boolean) {
    const next = new Map(chosen)
    if (isChosen) next.set(each.userId, each)
    else next.delete(each.userId)
    setChosen?.(next)
  }
  return (
    <>
      <ExpandableList items={matches}>
        {(shown) => (
          <ul className={styles.people}>
            {[...chosenMissingIn(shown), ...shown].map((each) => (
              <li key={each.userId}>
                <Checkbox
                  label={each.name}
                  hint={[each.staff ? t('staff') : undefined, ...each.teams].filter(Boolean).join(' · ')}
                  value={!setChosen || chosen.has(each.userId)}
                  {...(!setChosen && { disabledReason: t('familyOfPlayer') })}
                  onChange={(isChosen) => setPersonChosen(each, isChosen)}
                />
              </li>
            ))}
          </ul>
        )}
      </ExpandableList>
      {matches.length === 0 && <p className={styles.meta}>{t('noneFound')}</p>}
    </>
  )
}
