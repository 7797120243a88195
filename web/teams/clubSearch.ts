import { fold, isFound, words } from '#shared/rules/folded.ts'
import { fullName } from '#shared/rules/names.ts'
import type { AnswerOf } from '../api.ts'

export type Club = AnswerOf<'GET /rest-api/teams/search/{orgId}'>
export type ClubPlayer = Club['players'][number]

/** What is searched, folded once: typing asks it at each letter. */
type Indexed = {
  player: ClubPlayer
  tags: string[]
  name: string
  /** Of the name and of contacts. */
  words: string[]
  /** The words again as one text, each after a blank: looked through at once. */
  text: string
}
export type ClubIndex = { club: Club; players: Indexed[] }
/** So many players at once: between them a slow phone hears of what is typed. */
const atOnce = 1000

/** A club's players, folded; what is no longer `wanted` by then is given up, and undefined. */
export async function indexOf(club: Club, wanted?: AbortSignal): Promise<ClubIndex | undefined> {
  const players: Indexed[] = []
  for (let from = 0; from < club.players.length; from += atOnce) {
    if (from > 0) await new Promise((resolve) => setTimeout(resolve))
    if (wanted?.aborted) return undefined
    players.push(...club.players.slice(from, from + atOnce).map(indexed))
  }
  return { club, players }
}

function indexed(player: ClubPlayer): Indexed {
  const name = fold(fullName(player))
  const its = [name, ...player.contacts.map(fold)].flatMap(words)
  return { player, tags: player.tags.map(fold), name, words: its, text: ` ${its.join(' ')}` }
}

export type Found<Player = ClubPlayer> = { by: 'tag' | 'partOfTag' | 'name'; players: readonly Player[] }

/** Who has a tag that is called so, else who has one that holds it; undefined where nobody has. `tagsOf` gives them folded. */
export function findTagged<Each>(
  all: readonly Each[],
  tagsOf: (each: Each) => readonly string[],
  query: string,
): { by: 'tag' | 'partOfTag'; found: Each[] } | undefined {
  const exactly = all.filter((each) => tagsOf(each).includes(query))
  if (exactly.length > 0) return { by: 'tag', found: exactly }
  const inPart = all.filter((each) => tagsOf(each).some((tag) => tag.includes(query)))
  return inPart.length > 0 ? { by: 'partOfTag', found: inPart } : undefined
}

/**
 * Who is meant by what was typed: who has a tag that is called so; else who has one that holds it; else whose full name holds
 * each word of it, wherever in it, or has a contact whose name has a word that begins so. Accents, case and one wrong letter in a
 * longer word do not matter.
 */
export function findInClub({ players }: ClubIndex, typed: string): Found {
  const query = fold(typed)
  const wanted = words(query)
  const tagged = findTagged(players, ({ tags }) => tags, query)
  if (tagged) return { by: tagged.by, players: tagged.found.map(({ player }) => player) }
  const has = ({ name, text, words: its }: Indexed, word: string) =>
    name.includes(word) || text.includes(` ${word}`) || isFound(its, [word])
  return {
    by: 'name',
    players: players.filter((each) => wanted.every((word) => has(each, word))).map(({ player }) => player),
  }
}
