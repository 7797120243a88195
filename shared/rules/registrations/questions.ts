import { check, longest, required, selected, type ValueFault, type ValueFaults } from '../faults.ts'

/** The types of a registration's questions. */
export const answerTypes = [
  'TEXT',
  'LONG_TEXT',
  'NUMBER',
  'DATE',
  'OPTIONS_CHOOSE_ONE',
  'OPTIONS_CHOOSE_MULTIPLE',
  'FILE_ATTACHMENT',
  'WAIVER',
  'SECTION_TITLE',
  'TEXT_BLOCK',
  'SIGNATURE_BLOCK',
] as const
export type AnswerType = (typeof answerTypes)[number]

/** Standard questions, which are displayed and checked as such. */
export const standardLabels = [
  'FIRST_NAME',
  'LAST_NAME',
  'HOME_PHONE',
  'MOBILE_PHONE',
  'NUMBER',
  'ADDRESS',
  'CITY',
  'STATE',
  'ZIP',
] as const
export type StandardLabel = (typeof standardLabels)[number]

/** Their titles in English and Spanish, unless a club has renamed them. */
const standardTitles: Record<StandardLabel, readonly [english: string, spanish: string]> = {
  FIRST_NAME: ['First name', 'Nombre'],
  LAST_NAME: ['Last name', 'Apellido'],
  HOME_PHONE: ['Home phone', 'Teléfono de casa'],
  MOBILE_PHONE: ['Mobile phone', 'Teléfono móvil'],
  NUMBER: ['Number', 'Número'],
  ADDRESS: ['Address', 'Dirección'],
  CITY: ['City', 'Ciudad'],
  STATE: ['State', 'Estado'],
  ZIP: ['Zip', 'Código postal'],
}
type Titled = { questionTitle: string; standardLabel?: StandardLabel | undefined }
/** A question's title for a reader: standard ones that were not renamed are in the reader's language. */
export function titleIn({ questionTitle, standardLabel }: Titled, language: string): string {
  const titles = standardLabel && standardTitles[standardLabel]
  if (!titles?.includes(questionTitle)) return questionTitle
  return titles[language === 'es' ? 1 : 0]
}

/** Who may read the answers: users who register players; or also coaches of the player's team. */
export const answerReaders = ['REGISTRARS', 'COACHES'] as const
export type AnswerReaders = (typeof answerReaders)[number]

export type Question = {
  id: string
  answerType: AnswerType
  questionTitle: string
  /** For a waiver, text or signature: the text that is agreed to. */
  description: string
  /** The choices. */
  answers: string[]
  optional: boolean
  readers: AnswerReaders
  /** Asks about a child's health: the answers are only for users who register players. */
  medical?: boolean | undefined
  standardLabel?: StandardLabel | undefined
  /** Only asked if that earlier question has this answer. */
  showIf?: { questionId: string; answer: string } | undefined
}

export const maxQuestions = 50
export const maxAnswers = 30
export const questionTitleLimit = 255
export const questionTextLimit = 2000

/** Types with choices. */
export const isChosen = (type: AnswerType): boolean =>
  type === 'OPTIONS_CHOOSE_ONE' || type === 'OPTIONS_CHOOSE_MULTIPLE'
/** Types whose text is agreed to. */
export const isSigned = (type: AnswerType): boolean => type === 'WAIVER' || type === 'SIGNATURE_BLOCK'
/** Types whose text is agreed to, or read. */
const needsText = (type: AnswerType): boolean => isSigned(type) || type === 'TEXT_BLOCK'

/** Types that only show text. */
export const isInformational = (type: AnswerType): boolean => type === 'SECTION_TITLE' || type === 'TEXT_BLOCK'

/** Whether the wording differs, so that an answer may mean something else. */
export const isReworded = (before: Question, after: Question): boolean =>
  before.questionTitle !== after.questionTitle ||
  before.description !== after.description ||
  before.answerType !== after.answerType

/** Replaces a question, and updates those that depend on it. */
export const replaceQuestion = (questions: readonly Question[], id: string, replacement: Question): Question[] =>
  questions.map((each) => {
    if (each.id === id) return replacement
    return each.showIf?.questionId === id ? { ...each, showIf: { ...each.showIf, questionId: replacement.id } } : each
  })

/** Whether it asks for the player's name, which is always asked. */
export const isName = ({ standardLabel }: Question): boolean =>
  standardLabel === 'FIRST_NAME' || standardLabel === 'LAST_NAME'

/** A question as stored: one that only shows text is not about health, whatever it was before. */
export const asStored = ({ medical, ...question }: Question): Question => ({
  ...question,
  ...(medical && !isInformational(question.answerType) && { medical }),
})

/** The faults of a question. */
export const questionFaults = (question: Question): ValueFaults => ({
  ...textFaults(question),
  readers: question.medical && question.readers !== 'REGISTRARS' ? { code: 'health_for_registrars' } : undefined,
})

const textFaults = ({ answerType, questionTitle, description, answers }: Question): ValueFaults => ({
  questionTitle: check(questionTitle, ...(answerType === 'TEXT_BLOCK' ? [] : [required]), longest(questionTitleLimit)),
  description: check(description, ...(needsText(answerType) ? [required] : []), longest(questionTextLimit)),
  answers: isChosen(answerType) ? answersFault(answers) : undefined,
})

function answersFault(answers: readonly string[]): ValueFault | undefined {
  if (answers.length < 2) return { code: 'too_few', limit: 2 }
  if (answers.length > maxAnswers) return { code: 'too_many', limit: maxAnswers }
  const texts = answers.map((answer) => answer.trim())
  if (new Set(texts).size < texts.length) return { code: 'twice' }
  return texts.map((text) => check(text, required, longest(questionTitleLimit))).find(Boolean)
}

/** The earlier questions that a question can depend on. */
export const possibleConditions = (questions: readonly Question[], id: string): Question[] =>
  questions
    .slice(
      0,
      questions.findIndex((each) => each.id === id),
    )
    .filter(({ answerType }) => answerType === 'OPTIONS_CHOOSE_ONE' || answerType === 'OPTIONS_CHOOSE_MULTIPLE')

/** The faults of all questions together, by position in the list. */
export function questionsFaults(questions: readonly Question[]): ValueFaults {
  if (questions.length > maxQuestions) return { questions: { code: 'too_many', limit: maxQuestions } }
  const faults: ValueFaults = {}
  const ids = new Set<string>()
  const labels = new Set<string>()
  for (const [i, question] of questions.entries()) {
    const { id, standardLabel, showIf } = question
    for (const [name, fault] of Object.entries(questionFaults(question))) faults[`questions.${i}.${name}`] = fault
    if (ids.has(id) || (standardLabel && labels.has(standardLabel)))
      faults[`questions.${i}.questionTitle`] = { code: 'twice' }
    ids.add(id)
    if (standardLabel) labels.add(standardLabel)
    const condition = showIf && possibleConditions(questions, id).find((each) => each.id === showIf.questionId)
    if (showIf && !condition) faults[`questions.${i}.showIf`] = selected('')
    else if (showIf && !condition?.answers.includes(showIf.answer)) faults[`questions.${i}.showIf`] = selected('')
  }
  return faults
}

/** The questions of every new registration: the player's name. */
export const firstQuestions: readonly Question[] = [
  { standardLabel: 'FIRST_NAME', questionTitle: 'First name' } as const,
  { standardLabel: 'LAST_NAME', questionTitle: 'Last name' } as const,
].map(({ standardLabel, questionTitle }) => ({
  id: `question-${standardLabel.toLowerCase().replace('_', '')}`,
  answerType: 'TEXT',
  questionTitle,
  description: '',
  answers: [],
  optional: false,
  readers: 'COACHES',
  standardLabel,
}))
