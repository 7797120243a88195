import * as z from 'zod/mini'
import {
  answerTypes,
  mostAnswers,
  mostQuestions,
  questionTextLimit,
  questionTitleLimit,
} from '../../rules/registrations/questions.ts'

/** What names a question, and a line of a list, among those beside it. Whoever writes it chooses it. */
export const LineId = z.string().check(z.regex(/^[a-z0-9-]{1,36}$/))
const text = (most: number) => z.string().check(z.maxLength(most))

/** Questions as a coach writes them, and as families are asked. */
export const Questions = z
  .array(
    z.object({
      id: LineId,
      answerType: z.enum(answerTypes),
      questionTitle: text(questionTitleLimit),
      description: text(questionTextLimit),
      /** Those to choose from. */
      answers: z.array(text(questionTitleLimit)).check(z.maxLength(mostAnswers)),
      optional: z.boolean(),
      /** It is asked only of who gave this answer to a question above it. */
      showIf: z.optional(z.object({ questionId: LineId, answer: text(questionTitleLimit) })),
    }),
  )
  .check(z.maxLength(mostQuestions))

/** By question: one text, for several choices several. */
export const Answers = z.record(LineId, z.array(text(1000)).check(z.maxLength(mostAnswers)))
