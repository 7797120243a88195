import { firstQuestions, type Question } from '#shared/rules/registrations/questions.ts'

export const waiver = toQuestion('waiver', {
  answerType: 'WAIVER',
  questionTitle: 'Taking part',
  description: 'I agree that my child takes part in practices and games, and that the club is told when they cannot.',
})
/** The form of each registration of the demo. */
export const questions: Question[] = [
  ...firstQuestions,
  toQuestion('mobile', { answerType: 'TEXT', questionTitle: 'Mobile phone', standardLabel: 'MOBILE_PHONE' }),
  toQuestion('shirt', {
    answerType: 'OPTIONS_CHOOSE_ONE',
    questionTitle: 'Shirt size',
    answers: ['128', '140', '152', '164'],
  }),
  toQuestion('health', {
    medical: true,
    answerType: 'OPTIONS_CHOOSE_ONE',
    questionTitle: 'Is there anything about their health we should know?',
    answers: ['No', 'Yes'],
  }),
  toQuestion('healthtext', {
    medical: true,
    answerType: 'LONG_TEXT',
    questionTitle: 'What should we know?',
    showIf: { questionId: 'question-health', answer: 'Yes' },
  }),
  waiver,
]

function toQuestion(id: string, question: Partial<Question>): Question {
  const blank = { answerType: 'TEXT', questionTitle: '', description: '', answers: [], optional: false } as const
  return { ...blank, answers: [], readers: 'REGISTRARS', ...question, id: `question-${id}` }
}
