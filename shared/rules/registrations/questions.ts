import { check, longest, required, selected, type ValueFault, type ValueFaults } from '../faults.ts'

/** How what a club asks of who registers is answered. */
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

/** Of these, what is asked is known, and is asked and checked as such. */
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

/** What these are called until a club calls them otherwise, in English and in Spanish. */
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
/** What a question is called for its reader: what is known by its label, and is called by no name of its own, in their language. */
export function titleIn({ questionTitle, standardLabel }: Titled, language: string): string {
  const titles = standardLabel && standardTitles[standardLabel]
  if (!titles?.includes(questionTitle)) return questionTitle
  return titles[language === 'es' ? 1 : 0]
}

/** Who may read what was answered: whoever registers players; coaches of the player's team too. */
export const answerReaders = ['REGISTRARS', 'COACHES'] as const
export type AnswerReaders = (typeof answerReaders)[number]

export type Question = {
  id: string
  answerType: AnswerType
  questionTitle: string
  /** Of a waiver, a text or a signature: all that is agreed to. */
  description: string
  /** What can be chosen. */
  answers: string[]
  optional: boolean
  readers: AnswerReaders
  /** It asks about a child's health: what is told of that is for who registers players alone. */
  medical?: boolean | undefined
  standardLabel?: StandardLabel | undefined
  /** It is asked only where that question, which stands before it, was answered so. */
  showIf?: { questionId: string; answer: string } | undefined
}

export const mostQuestions = 50
export const mostAnswers = 30
export const questionTitleLimit = 255
export const questionTextLimit = 2000

/** Those with something to choose from. */
export const isChosen = (type: AnswerType): boolean =>
  type === 'OPTIONS_CHOOSE_ONE' || type === 'OPTIONS_CHOOSE_MULTIPLE'
/** Those whose text is what is agreed to. */
export const isSigned = (type: AnswerType): boolean => type === 'WAIVER' || type === 'SIGNATURE_BLOCK'
/** Those whose text is what is agreed to, or read. */
const needsText = (type: AnswerType): boolean => isSigned(type) || type === 'TEXT_BLOCK'

/** Those that tell something and ask nothing. */
export const isTold = (type: AnswerType): boolean => type === 'SECTION_TITLE' || type === 'TEXT_BLOCK'

/** Whether another wording stands, by which an answer may mean another thing. */
export const isReworded = (one: Question, other: Question): boolean =>
  one.questionTitle !== other.questionTitle ||
  one.description !== other.description ||
  one.answerType !== other.answerType

/** Another question in the place of one, with what hangs on that one. */
export const replacedBy = (questions: readonly Question[], id: string, by: Question): Question[] =>
  questions.map((each) => {
    if (each.id === id) return by
    return each.showIf?.questionId === id ? { ...each, showIf: { ...each.showIf, questionId: by.id } } : each
  })

/** What a player is called: that is asked always. */
export const isName = ({ standardLabel }: Question): boolean =>
  standardLabel === 'FIRST_NAME' || standardLabel === 'LAST_NAME'

/** As a question is held: what is only read asks nothing about health, whatever it was before. */
export const heldAs = ({ medical, ...question }: Question): Question => ({
  ...question,
  ...(medical && !isTold(question.answerType) && { medical }),
})

/** What is wrong with one question. */
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
  if (answers.length > mostAnswers) return { code: 'too_many', limit: mostAnswers }
  const texts = answers.map((answer) => answer.trim())
  if (new Set(texts).size < texts.length) return { code: 'twice' }
  return texts.map((text) => check(text, required, longest(questionTitleLimit))).find(Boolean)
}

/** The questions before one whose answers it can hang on. */
export const conditionsFor = (questions: readonly Question[], id: string): Question[] =>
  questions
    .slice(
      0,
      questions.findIndex((each) => each.id === id),
    )
    .filter(({ answerType }) => answerType === 'OPTIONS_CHOOSE_ONE' || answerType === 'OPTIONS_CHOOSE_MULTIPLE')

/** What is wrong with all of them together, by their place in the list. */
export function questionsFaults(questions: readonly Question[]): ValueFaults {
  if (questions.length > mostQuestions) return { questions: { code: 'too_many', limit: mostQuestions } }
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
    const on = showIf && conditionsFor(questions, id).find((each) => each.id === showIf.questionId)
    if (showIf && !on) faults[`questions.${i}.showIf`] = selected('')
    else if (showIf && !on?.answers.includes(showIf.answer)) faults[`questions.${i}.showIf`] = selected('')
  }
  return faults
}

/** What every registration asks at first: the player's name. */
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
