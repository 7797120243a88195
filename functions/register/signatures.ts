import { isForText } from '#shared/rules/register/signatures.ts'
import { type Answers, visibleQuestions } from '#shared/rules/register/answers.ts'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import { type RegistrationDraft, type RegistrationEntry, type SignedWaiver } from '../table/registrationEntries.ts'
import type { WholeRegistration } from '../table/registrations.ts'

type FamilyForms = { drafts: readonly RegistrationDraft[]; entries: readonly RegistrationEntry[] }
/** All that a user has signed on a registration, for any child. */
export const signaturesBy = (userId: string, { drafts, entries }: FamilyForms): SignedWaiver[] =>
  [...entries, ...drafts].flatMap((child) => (child.userId === userId ? (child.signed ?? []) : []))

/** The texts that are to be signed, given these answers. */
const waiversIn = ({ questions }: Pick<WholeRegistration, 'questions'>, answers: Answers) =>
  visibleQuestions(questions, answers).filter(({ answerType }) => isSigned(answerType))

type AskedQuestions = Pick<WholeRegistration, 'questions' | 'questionsRevision'>
/**
 * The signatures for a child: new ones, or those of the same user for the same text from before. An optional text is signed for each child
 * by itself.
 */
export function signaturesFor(
  registration: AskedQuestions,
  answers: Answers,
  before: readonly SignedWaiver[],
  now: string,
): SignedWaiver[] {
  return waiversIn(registration, answers).flatMap((question) => {
    const { id: questionId, questionTitle: title, description: text } = question
    const name = answers[questionId]?.[0]
    if (name === undefined && question.optional) return []
    const earlier = before.find((signed) => isForText(signed, question) && (name === undefined || signed.name === name))
    if (earlier) return [{ ...earlier, questionId }]
    return name === undefined
      ? []
      : [{ questionId, title, text, name, signedAt: now, version: registration.questionsRevision }]
  })
}

/** The signatures whose texts are current; undefined if a required text has changed. */
export function currentSignatures(
  registration: AskedQuestions,
  { answers, signed = [] }: RegistrationDraft,
): SignedWaiver[] | undefined {
  const waivers = waiversIn(registration, answers).map((question) => ({
    question,
    signed: signed.find((each) => each.questionId === question.id && isForText(each, question)),
  }))
  return waivers.some((each) => !each.signed && !each.question.optional)
    ? undefined
    : waivers.flatMap((each) => each.signed ?? [])
}
