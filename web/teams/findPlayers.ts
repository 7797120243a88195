import { fold, isFound, words as wordsOf } from '#shared/rules/folded.ts'
import { fullName } from '#shared/rules/names.ts'
import { type Found, findTagged } from './clubSearch.ts'

/** Letters that Unicode does not take apart into a base letter and a mark. */
const plain: Record<string, string> = { ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** A text as someone types it who has no accents at hand: `Julián Quiñones` becomes `julian quinones`. */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[øđðłıßæœþ]/g, (letter) => plain[letter] ?? letter)

/**
 * The players whose full name holds every word that was typed, in any order; of a longer word one letter may be wrong. Keeps
 * the order they came in.
 */
function findPlayers<Player extends { firstName: string; lastName: string }>(
  players: readonly Player[],
  typed: string,
): readonly Player[] {
  const words = folded(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return players
  return players.filter((player) => {
    const name = folded(fullName(player))
    const its = wordsOf(name)
    return words.every((word) => name.includes(word) || isFound(its, [word]))
  })
}

/** Who of a roster is meant: by a tag exactly, else by a part of one, else by name. Only who may edit players is given tags. */
export function findOnRoster<Player extends { firstName: string; lastName: string; tags?: readonly string[] }>(
  players: readonly Player[],
  typed: string,
): Found<Player> {
  const query = fold(typed)
  const tagged = query === '' ? undefined : findTagged(players, ({ tags = [] }) => tags.map(fold), query)
  return tagged ? { by: tagged.by, players: tagged.found } : { by: 'name', players: findPlayers(players, typed) }
}
