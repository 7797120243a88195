import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { ValueFault } from '#shared/rules/faults.ts'

/** Whose password it is, as far as that is known where it is chosen. */
export type Owner = { firstName?: string | undefined; lastName?: string | undefined; email?: string | undefined }

/** 49,000 known passwords, 7,776 words of everyday English, and which keys lie beside each other: 240 KB, so this file is loaded late. */
const library = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  // Its work grows with the square of the length, and what is good up to here does not become weak by what follows.
  maxLength: 64,
})

/** A password that is guessed within fewer tries, the likeliest first, is not taken: the library gives it 2 points of 4 at most. */
const fewestGuesses = 1e8

/** What whoever guesses at a Touchline password thinks of, beside the passwords that everybody knows. */
const productWords = [
  ...[
    'touchline',
    'club',
    'team',
    'teams',
    'coach',
    'player',
    'players',
    'sport',
    'sports',
    'soccer',
    'season',
    'parent',
  ],
  ...['equipo', 'entrenador', 'entrenadora', 'jugador', 'jugadora', 'deporte', 'futbol', 'temporada', 'contrasena'],
]

const known = 'known_password'
const inARow = 'password_in_a_row'
/** By what the library finds weak; everything else is `weak_password`. */
const faults: Readonly<Record<string, ValueFault['code']>> = {
  topTen: known,
  topHundred: known,
  common: known,
  similarToCommon: known,
  straightRow: inARow,
  keyPattern: inARow,
  simpleRepeat: inARow,
  extendedRepeat: inARow,
  sequences: inARow,
  userInputs: 'password_about_you',
}

/** Blanks and hyphens between words, and accents, make a password no harder to guess, but the library would count them as if they did. */
const bare = (text: string) => text.normalize('NFD').replaceAll(/[\p{M}\s._-]/gu, '')

function wordsOf({ firstName = '', lastName = '', email = '' }: Owner): string[] {
  const [local = ''] = email.split('@')
  const whole = [firstName, lastName, firstName + lastName, lastName + firstName, email, local]
  const parts = whole.flatMap((text) => text.normalize('NFC').split(/[^\p{L}\p{N}]+/u))
  return [...whole, ...parts].map(bare)
}

/** Why a password is too easy to guess for somebody's own, if it is. */
export function whyEasy(password: string, owner: Owner): ValueFault | undefined {
  const { guesses, feedback } = library.check(bare(password), [...wordsOf(owner), ...productWords])
  return guesses < fewestGuesses ? { code: faults[feedback.warning ?? ''] ?? 'weak_password' } : undefined
}
