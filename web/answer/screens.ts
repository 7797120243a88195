import type { ScreenRecord } from '../screenRecord.ts'

export const answerScreens = {
  answer: { path: '/answer', name: 'answer by a link in a mail', file: 'answer/AnswerScreen', frame: 'bare' },
} as const satisfies Record<string, ScreenRecord>
