import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { ValueFault } from '#shared/rules/faults.ts'

/** The user choosing the password, as far as known. */
export type Owner = { firstName?: string | undefined; lastName?: string | undefined; email?: string | undefined }

/**
 * 49,000 common passwords, 7,776 words of everyday English, and the keyboard's adjacency graph: 240 KB, so this file
 * is loaded lazily.
 */
const zxcvbn = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  // The cost grows with the square of the length, and a password that is strong up to here is not weakened by what follows.
  maxLength: 64,
})

/** Passwords that take fewer guesses, the likeliest first, are refused: the library scores them 2 of 4 at most. */
const minGuesses = 1e8

/** Words likely in a Touchline password, besides the common passwords. */
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

const commonPassword = 'known_password'
const predictablePassword = 'password_in_a_row'
/** Faults by the library's warning; everything else is `weak_password`. */
const faults: Readonly<Record<string, ValueFault['code']>> = {
  topTen: commonPassword,
  topHundred: commonPassword,
  common: commonPassword,
  similarToCommon: commonPassword,
  straightRow: predictablePassword,
  keyPattern: predictablePassword,
  simpleRepeat: predictablePassword,
  extendedRepeat: predictablePassword,
  sequences: predictablePassword,
  userInputs: 'password_about_you',
}

/** Separators and accents do not make a password harder to guess, but the library would count them as if they did. */
const simplify = (text: string) => text.normalize('NFD').replaceAll(/[\p{M}\s._-]/gu, '')

function toOwnWords({ firstName = '', lastName = '', email = '' }: Owner): string[] {
  const [local = ''] = email.split('@')
  const fullWords = [firstName, lastName, firstName + lastName, lastName + firstName, email, local]
  const parts = fullWords.flatMap((text) => text.normalize('NFC').split(/[^\p{L}\p{N}]+/u))
  return [...fullWords, ...parts].map(simplify)
}

/** Why a password is too easy to guess for this user; undefined if it is not. */
export function findWeakness(password: string, owner: Owner): ValueFault | undefined {
  const { guesses, feedback } = zxcvbn.check(simplify(password), [...toOwnWords(owner), ...productWords])
  return guesses < minGuesses ? { code: faults[feedback.warning ?? ''] ?? 'weak_password' } : undefined
}
