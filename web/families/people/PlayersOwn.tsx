import { organizationOf } from '#shared/ids.ts'
import type { AnswerOf } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { useSave } from '../../shell/useSave.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import texts from '../texts.en.json'

const READ = 'GET /rest-api/families/player/{playerId}'
type Family = AnswerOf<typeof READ>
type Props = { person: Family['people'][number]; family: Family }

/** Says that an account is the player’s own, or is not, after all: who edits all players of the club does, of others than themselves. */
export function PlayersOwn({ person, family }: Props) {
  const mayNot = useWhyCannot()('canEditPlayers', organizationOf(family.player.id)) !== undefined
  if (mayNot || person.isYou) return null
  if (person.isPlayers) return <NotPlayers person={person} family={family} />
  // Who is family or a follower themselves is no more than that to the server, and says it in chat.
  const isClub = family.people.every(({ isYou }) => !isYou)
  return isClub && person.relation === 'own' ? <IsPlayers person={person} family={family} /> : null
}

/** Also of who came uninvited, of whom a parent may not say it: a child who has asked to be let in, or has registered themselves. */
function IsPlayers({ person, family: { player } }: Props) {
  const t = useTexts('families', texts)
  const { save, saving } = useSave('PUT /rest-api/chat/player-account/{playerId}', {
    refreshes: [READ],
    saved: t('isPlayersSaved'),
    // What all others are told, to talk to the club, the club has no use for.
    failed: (problem) =>
      problem.code === 'account_of_guardian' ? t('isGuardians') : `${t('notSaved')} ${problemText(problem)}`,
  })
  const names = { name: person.name || t('noName'), child: player.firstName }
  async function mark() {
    const question = {
      title: t('isPlayersTitle', names),
      lost: t('isPlayersLost', names),
      kept: t('isPlayersKept'),
      yes: t('isPlayersYes'),
    }
    if (await confirm(question)) await save({ playerId: player.id, body: { userId: person.userId } })
  }
  return (
    <Button kind="quiet" busy={saving} onClick={() => void mark()}>
      {t('isPlayers')} <span className="visually-hidden">{names.name}</span>
    </Button>
  )
}

function NotPlayers({ person, family: { player } }: Props) {
  const t = useTexts('families', texts)
  const { save, saving } = useSave('DELETE /rest-api/chat/player-account/{playerId}', {
    refreshes: [READ],
    saved: t('notPlayersSaved'),
    failed: (problem) => `${t('notSaved')} ${problemText(problem)}`,
  })
  const names = { name: person.name || t('noName'), child: player.firstName }
  async function unmark() {
    const question = { title: t('notPlayersTitle', names), lost: t('notPlayersLost', names), yes: t('notPlayersYes') }
    if (await confirm(question)) await save({ playerId: player.id, query: { userId: person.userId } })
  }
  return (
    <Button kind="quiet" busy={saving} onClick={() => void unmark()}>
      {t('notPlayers')} <span className="visually-hidden">{names.name}</span>
    </Button>
  )
}
