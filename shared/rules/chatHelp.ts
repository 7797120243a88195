import { fold } from './folded.ts'

/**
 * Words by which somebody may be calling for help, as people write them in English and Spanish. It is better to show once
 * too often where help is than once too seldom; nothing else follows from them.
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

/** Words as they are compared: without accents, apostrophes and signs, one space between them and around. */
const plain = (text: string) =>
  ` ${fold(text)
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
const wanted = calls.map(plain)

/** Whether somebody may be calling for help in one of these texts. */
export const callsForHelp = (...texts: readonly string[]): boolean =>
  texts.some((text) => wanted.some((call) => plain(text).includes(call)))
