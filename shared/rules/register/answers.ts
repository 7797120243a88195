import type { FaultCode } from '../../problems.ts'
import { check, longest, required, type ValueFault, type ValueFaults, faultFrom } from '../faults.ts'
import { nameLimit, whyCannotName } from '../nameInput.ts'
import { phoneFault } from '../phones.ts'
import { postCodeFault } from '../postCodes.ts'
import { isChosen, isInformational, type Question } from '../registrations/questions.ts'
import { isSignedBy } from './signatures.ts'

/** The parts of a question that its answer depends on. */
export type AnswerableQuestion = Pick<
  Question,
  'id' | 'answerType' | 'answers' | 'optional' | 'standardLabel' | 'showIf'
>

/** Answers by question: one text, or several for multiple choice. Parts of an address are `<question>:city` …. */
export type Answers = Readonly<Record<string, readonly string[]>>

/** The longest answer, in characters. */
export const answerLimit = 255

/** The parts of an address beside the street, which is the question's own answer. */
export const addressParts = ['city', 'state', 'zip'] as const

/** The questions that are visible, given the answers: one that depends on a hidden question is hidden too. */
export function visibleQuestions<Question extends AnswerableQuestion>(
  questions: readonly Question[],
  answers: Answers,
): Question[] {
  const visibleIds = new Set<string>()
  return questions.filter(({ id, showIf }) => {
    const isShown =
      !showIf || (visibleIds.has(showIf.questionId) && (answers[showIf.questionId] ?? []).includes(showIf.answer))
    if (isShown) visibleIds.add(id)
    return isShown
  })
}

/** The fields of a question: none for one that only shows text. */
export function fieldsOf(question: AnswerableQuestion): string[] {
  const { id, answerType, standardLabel } = question
  if (isInformational(answerType)) return []
  return standardLabel === 'ADDRESS' ? [id, ...addressParts.map((part) => `${id}:${part}`)] : [id]
}

const familyLabels: ReadonlySet<string> = new Set(['HOME_PHONE', 'MOBILE_PHONE', 'ADDRESS', 'CITY', 'STATE', 'ZIP'])
/** The answers about a family's home and name, which are the same for all its children. */
export const familyAnswers = (questions: readonly AnswerableQuestion[], answers: Answers): Record<string, string[]> =>
  Object.fromEntries(
    questions
      .filter(({ standardLabel = '' }) => familyLabels.has(standardLabel))
      .flatMap(fieldsOf)
      .flatMap((field) => (answers[field] ? [[field, [...answers[field]]] as const] : [])),
  )

/** The question of a field. */
export const questionOf = (field: string): string => field.split(':')[0] ?? ''

/** The fields that a club may change for a family: not signatures, files, or the player's name. */
export const changeableFields = (questions: readonly AnswerableQuestion[]): string[] =>
  questions.filter((question) => !unchangeable.has(question.standardLabel ?? question.answerType)).flatMap(fieldsOf)
const unchangeable: ReadonlySet<string> = new Set([
  'FIRST_NAME',
  'LAST_NAME',
  'WAIVER',
  'SIGNATURE_BLOCK',
  'FILE_ATTACHMENT',
])

type AnswerContext = {
  /** The signed-in user: only they sign. */
  signer: { firstName: string; lastName: string }
  /** The club's, two letters; '' if not set. */
  country: string
  /** Questions whose text they have signed before. */
  signedQuestionIds?: ReadonlySet<string>
}

/** The faults of the answers, by field. */
export function answerFaults(
  questions: readonly AnswerableQuestion[],
  answers: Answers,
  about: AnswerContext,
): ValueFaults {
  const faults: ValueFaults = {}
  for (const question of visibleQuestions(questions, answers))
    for (const field of fieldsOf(question)) {
      const fault = faultOf(question, field, answers[field] ?? [], about)
      if (fault) faults[field] = fault
    }
  return faults
}

/** The answers to keep: of visible questions, trimmed and without empty ones. */
export function cleanAnswers(questions: readonly AnswerableQuestion[], answers: Answers): Record<string, string[]> {
  const fields = visibleQuestions(questions, answers).flatMap(fieldsOf)
  const entries = fields.map((field) => {
    const texts = (answers[field] ?? []).map((text) => text.trim()).filter((text) => text !== '')
    return [field, texts] as const
  })
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0))
}

function faultOf(
  question: AnswerableQuestion,
  field: string,
  answer: readonly string[],
  about: AnswerContext,
): ValueFault | undefined {
  const { answerType, optional, answers } = question
  const texts = answer.filter((text) => text.trim() !== '')
  if (texts.length === 0)
    return optional || about.signedQuestionIds?.has(question.id)
      ? undefined
      : { code: isChosen(answerType) ? 'select_one' : 'required' }
  if (answerType === 'OPTIONS_CHOOSE_MULTIPLE')
    return texts.every((text, i) => answers.includes(text) && texts.indexOf(text) === i)
      ? undefined
      : { code: 'select_one' }
  const [text = ''] = texts
  if (texts.length > 1) return { code: 'too_many', limit: 1 }
  return (
    check(text, required, longest(answerLimit), typeFault(question, about)) ??
    labelFault(question, field, text, about.country)
  )
}

const nameFault = faultFrom(whyCannotName, nameLimit)
const faultUnless = (isValid: boolean, code: FaultCode): ValueFault | undefined => (isValid ? undefined : { code })

const typeFault =
  ({ answerType, answers }: AnswerableQuestion, { signer }: AnswerContext) =>
  (text: string): ValueFault | undefined => {
    switch (answerType) {
      case 'NUMBER':
        return faultUnless(/^-?\d{1,15}([.,]\d{1,6})?$/.test(text.trim()), 'not_a_number')
      case 'DATE':
        return faultUnless(isDay(text), 'not_a_day')
      case 'OPTIONS_CHOOSE_ONE':
        return faultUnless(answers.includes(text), 'select_one')
      case 'WAIVER':
      case 'SIGNATURE_BLOCK':
        return faultUnless(isSignedBy(text, signer), 'not_your_name')
      default:
        return undefined
    }
  }

/** The first and last plausible day. */
export const answerDays = { min: '1900-01-01', max: '2199-12-31' }
/** A day as `2016-02-29`. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < answerDays.min || text > answerDays.max) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function labelFault(
  { standardLabel }: AnswerableQuestion,
  field: string,
  text: string,
  country: string,
): ValueFault | undefined {
  if (standardLabel === 'HOME_PHONE' || standardLabel === 'MOBILE_PHONE') return phoneFault(text, country)
  if (standardLabel === 'FIRST_NAME' || standardLabel === 'LAST_NAME') return nameFault(text)
  if (standardLabel === 'ZIP' || field.endsWith(':zip')) return postCodeFault(text, country)
  return undefined
}
