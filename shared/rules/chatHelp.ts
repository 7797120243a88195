import { fold } from './textMatching.ts'

/**
 * Words that may be a call for help, as people write them in English and Spanish. Better to show help once too often than once
 * too seldom; nothing else follows from a match.
 */
const calls = [
  'kill myself',
  'killing myself',
  'kms',
  'suicide',
  'suicidal',
  'end my life',
  'want to die',
  'wanna die',
  'better off dead',
  'hurt myself',
  'hurting myself',
  'cut myself',
  'cutting myself',
  'self harm',
  'self-harm',
  'he hits me',
  'she hits me',
  'hits me at home',
  'touches me',
  'touched me',
  'raped',
  'rape',
  'molested',
  'abuses me',
  'abused me',
  'send me nudes',
  'send nudes',
  'do not tell your parents',
  "don't tell your parents",
  'our secret',
  'run away from home',
  'help me please',
  'matarme',
  'suicidio',
  'suicidarme',
  'quiero morir',
  'quiero morirme',
  'quitarme la vida',
  'hacerme dano',
  'cortarme',
  'me pega',
  'me toca',
  'me toco',
  'violaron',
  'violo',
  'abusa de mi',
  'abuso de mi',
  'no se lo digas a tus padres',
  'nuestro secreto',
  'mandame fotos desnuda',
  'irme de casa',
  'ayudame por favor',
]

/** Normalized for comparison: without accents, apostrophes and punctuation, with one space between words and around them. */
const plainText = (text: string) =>
  ` ${fold(text)
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const callWords = calls.map(plainText)

/** Whether one of these texts may be a call for help. */
export const callsForHelp = (...texts: readonly string[]): boolean =>
  texts.some((text) => callWords.some((call) => plainText(text).includes(call)))
