import { fold, matchesWords, words as wordsOf } from '#shared/rules/textMatching.ts'
import { fullName } from '#shared/rules/names.ts'
import { type SearchResult, findTagged } from './clubSearch.ts'

/** Letters that Unicode does not decompose into a base letter and a mark. */
const baseLetters: Record<string, string> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

/** Text without accents, in lower case: `Julián Quiñones` becomes `julian quinones`. */
export const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}|['’ʼ]/gu, '')
    .toLowerCase()
    .replace(/[øđðłıßæœþ]/g, (letter) => baseLetters[letter] ?? letter)

/**
 * Players whose full name contains every typed word, in any order; in longer words one letter may be wrong. Keeps their order.
 */
function findPlayers<Player extends { firstName: string; lastName: string }>(
  players: readonly Player[],
  typed: string,
): readonly Player[] {
  const queryWords = foldText(typed).split(/\s+/).filter(Boolean)
  if (queryWords.length === 0) return players
  return players.filter((player) => {
    const name = foldText(fullName(player))
    const nameWords = wordsOf(name)
    return queryWords.every((word) => name.includes(word) || matchesWords(nameWords, [word]))
  })
}

/** Players of a roster by exact tag, else by part of a tag, else by name. Only readers who may edit players receive tags. */
export function findOnRoster<Player extends { firstName: string; lastName: string; tags?: readonly string[] }>(
  players: readonly Player[],
  typed: string,
): SearchResult<Player> {
  const query = fold(typed)
  const taggedPlayers = query === '' ? undefined : findTagged(players, ({ tags = [] }) => tags.map(fold), query)
  return taggedPlayers
    ? { matchedBy: taggedPlayers.matchedBy, players: taggedPlayers.found }
    : { matchedBy: 'name', players: findPlayers(players, typed) }
}
