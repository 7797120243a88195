import { fold, isTextFound, words } from '#shared/rules/folded.ts'
import { type AnswerOf, useApi } from '../api.ts'
import { useTexts } from '../i18n.ts'
import { Checkbox } from '../kit/Checkbox.tsx'
import { ExpandableList } from '../kit/ExpandableList.tsx'
import styles from './Chat.module.css'
import texts from './texts.en.json'

type Participant = AnswerOf<'GET /rest-api/chat-user/available-participants'>['data']['chatParticipants'][number]
/** Chosen people by user id; undefined while only the id is known. */
export type Chosen = ReadonlyMap<string, Participant | undefined>

type Asked = { orgId: string; teamId: string | undefined; playerId: string | null }
/** The people the user may chat with: a player's family, or those in a team or club. */
export function useParticipants({ orgId, teamId, playerId }: Asked) {
  const handles = ['failures', 'not_allowed'] as const
  const ofClub = useApi(
    'GET /rest-api/chat-user/available-participants',
    playerId === null && teamId === undefined ? { query: { organizationId: orgId } } : undefined,
    { handles },
  )
  const ofTeam = useApi(
    'GET /rest-api/chat-user/available-participants/teams',
    playerId === null && teamId !== undefined ? { query: { teamIds: teamId } } : undefined,
    { handles },
  )
  const ofPlayer = useApi(
    'GET /rest-api/chat-user/available-participants/players',
    playerId === null ? undefined : { query: { playerIds: playerId } },
    { handles },
  )
  if (playerId !== null) return ofPlayer
  return teamId === undefined ? ofClub : ofTeam
}

type ParticipantsProps = {
  all: readonly Participant[]
  typed: string
  chosen: Chosen
  /** Undefined for a player's family, who all take part. */
  setChosen: ((chosen: Chosen) => void) | undefined
}
/** The people matching the search, preceded by chosen ones that would otherwise not be visible. */
export function Participants({ all, typed, chosen, setChosen }: ParticipantsProps) {
  const t = useTexts('chat', texts)
  const query = words(fold(typed))
  const found = all.filter(({ name, teams }) => isTextFound(`${name} ${teams.join(' ')}`, query))
  const unseenIn = (shown: readonly Participant[]) =>
    [...chosen].flatMap(([userId, known]) => {
      const is = (each: Participant) => each.userId === userId
      return shown.some(is) ? [] : (known ?? all.find(is) ?? [])
    })
  function choose(each: Participant, isChosen: boolean) {
    const next = new Map(chosen)
    if (isChosen) next.set(each.userId, each)
    else next.delete(each.userId)
    setChosen?.(next)
  }
  return (
    <>
      <ExpandableList items={found}>
        {(shown) => (
          <ul className={styles.people}>
            {[...unseenIn(shown), ...shown].map((each) => (
              <li key={each.userId}>
                <Checkbox
                  label={each.name}
                  hint={[each.staff ? t('staff') : undefined, ...each.teams].filter(Boolean).join(' · ')}
                  value={!setChosen || chosen.has(each.userId)}
                  {...(!setChosen && { disabledReason: t('familyOfPlayer') })}
                  onChange={(isChosen) => choose(each, isChosen)}
                />
              </li>
            ))}
          </ul>
        )}
      </ExpandableList>
      {found.length === 0 && <p className={styles.meta}>{t('noneFound')}</p>}
    </>
  )
}
