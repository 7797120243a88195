import * as z from 'zod/mini'
import {
  answerTypes,
  maxAnswers,
  maxQuestions,
  questionTextLimit,
  questionTitleLimit,
} from '../../rules/registrations/questions.ts'

/** The id of a question or a line within its task, chosen by its author. */
export const LineId = z.string().check(z.regex(/^[a-z0-9-]{1,36}$/))
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** Questions, as coaches write and families see them. */
export const Questions = z
  .array(
    z.object({
      id: LineId,
      answerType: z.enum(answerTypes),
      questionTitle: text(questionTitleLimit),
      description: text(questionTextLimit),
      /** The choices. */
      answers: z.array(text(questionTitleLimit)).check(z.maxLength(maxAnswers)),
      optional: z.boolean(),
      /** Only asked if an earlier question has this answer. */
      showIf: z.optional(z.object({ questionId: LineId, answer: text(questionTitleLimit) })),
    }),
  )
  .check(z.maxLength(maxQuestions))

/** By question: one text, or several for multiple choice. */
export const Answers = z.record(
  LineId,
  // As typed: a choice must equal the stored one.
  z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(maxAnswers)),
)
