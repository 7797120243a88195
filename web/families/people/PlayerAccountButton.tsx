import { organizationOf } from '#shared/ids.ts'
import type { ApiProblem } from '../../api.ts'
import { problemText, useTexts } from '../../i18n.ts'
import { Button } from '../../kit/Button.tsx'
import { confirm } from '../../kit/confirm.ts'
import { useSave } from '../../shell/useSave.ts'
import { useWhyCannot } from '../../shell/useWhyCannot.ts'
import texts from '../texts.en.json'
import { type Family, type Person, READ } from './family.ts'

/**
 * Marks an account as the player's own, or removes that mark. For those who edit all players of the club, for accounts other
 * than their own. Also covers accounts that were not invited, which a parent may not mark: a child who asked to be let in, or
 * who registered on their own.
 */
export function PlayerAccountButton({ person, family: { player, people } }: { person: Person; family: Family }) {
  const t = useTexts('families', texts)
  const isForbidden = useWhyCannot()('canEditPlayers', organizationOf(player.id)) !== undefined
  // The general message says to talk to the club, which is of no use to the club itself.
  const failed = (problem: ApiProblem) =>
    problem.code === 'account_of_guardian' ? t('isGuardians') : `${t('notSaved')} ${problemText(problem)}`
  const marking = useSave('PUT /rest-api/chat/player-account/{playerId}', {
    refreshes: [READ],
    saved: t('isPlayersSaved'),
    failed,
  })
  const unmarking = useSave('DELETE /rest-api/chat/player-account/{playerId}', {
    refreshes: [READ],
    saved: t('notPlayersSaved'),
    failed,
  })
  const { isPlayers, isYou, relation, userId } = person
  // To the server, the player's own family and followers act as family here, and they mark accounts in chat.
  const isClub = people.every((each) => !each.isYou)
  if (isForbidden || isYou || !(isPlayers || (isClub && relation === 'own'))) return null
  const textKey = isPlayers ? 'notPlayers' : 'isPlayers'
  const names = { name: person.name || t('noName'), child: player.firstName }
  async function confirmAndSave() {
    const question = { title: t(`${textKey}Title`, names), lost: t(`${textKey}Lost`, names), yes: t(`${textKey}Yes`) }
    if (!(await confirm({ ...question, ...(!isPlayers && { kept: t('isPlayersKept') }) }))) return
    if (isPlayers) await unmarking.save({ playerId: player.id, query: { userId } })
    else await marking.save({ playerId: player.id, body: { userId } })
  }
  return (
    <Button kind="quiet" busy={marking.saving || unmarking.saving} onClick={() => void confirmAndSave()}>
      {t(textKey)} <span className="visually-hidden">{names.name}</span>
    </Button>
  )
}
