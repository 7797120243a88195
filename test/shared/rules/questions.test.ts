import { describe, expect, it } from 'vitest'
import {
  type AnswerType,
  possibleConditions,
  firstQuestions,
  isChosen,
  type Question,
  questionFaults,
  questionsFaults,
} from '#shared/rules/registrations/questions.ts'

const question = (changes: Partial<Question> = {}): Question => ({
  id: 'q1',
  answerType: 'TEXT',
  questionTitle: 'Allergies',
  description: '',
  answers: [],
  optional: false,
  readers: 'COACHES',
  ...changes,
})
const wrong = (changes: Partial<Question>) =>
  Object.fromEntries(Object.entries(questionFaults(question(changes))).filter(([, fault]) => fault))
const chosen = (...answers: string[]) => wrong({ answerType: 'OPTIONS_CHOOSE_ONE', answers })
const many = (count: number) => Array.from({ length: count }, (_, i) => `Answer ${i}`)

describe('a question', () => {
  it('needs a title, and a text if it is an agreement or a text block', () => {
    expect(wrong({})).toEqual({})
    expect(wrong({ questionTitle: ' ' })).toEqual({ questionTitle: { code: 'required' } })
    expect(wrong({ questionTitle: 'ñ'.repeat(255) })).toEqual({})
    expect(wrong({ questionTitle: 'ñ'.repeat(256) })).toEqual({ questionTitle: { code: 'too_long', limit: 255 } })
    expect(wrong({ description: 'ñ'.repeat(2000) })).toEqual({})
    expect(wrong({ description: 'ñ'.repeat(2001) })).toEqual({ description: { code: 'too_long', limit: 2000 } })
    for (const answerType of ['WAIVER', 'SIGNATURE_BLOCK'] as const) {
      expect(wrong({ answerType })).toEqual({ description: { code: 'required' } })
      expect(wrong({ answerType, questionTitle: '', description: 'I agree.' })).toEqual({
        questionTitle: { code: 'required' },
      })
    }
    expect(wrong({ answerType: 'TEXT_BLOCK', questionTitle: '' })).toEqual({ description: { code: 'required' } })
    expect(wrong({ answerType: 'TEXT_BLOCK', questionTitle: '', description: 'Bring water.' })).toEqual({})
  })
  it('about health is visible to registrars only', () => {
    expect(wrong({ medical: true })).toEqual({ readers: { code: 'health_for_registrars' } })
    expect(wrong({ medical: true, readers: 'REGISTRARS' })).toEqual({})
    expect(wrong({ medical: false })).toEqual({})
  })
  it('with choices needs two to thirty different answers', () => {
    expect(chosen('S')).toEqual({ answers: { code: 'too_few', limit: 2 } })
    expect(chosen('S', 'M')).toEqual({})
    expect(chosen(...many(30))).toEqual({})
    expect(chosen(...many(31))).toEqual({ answers: { code: 'too_many', limit: 30 } })
    expect(chosen('S', ' S ')).toEqual({ answers: { code: 'twice' } })
    expect(chosen('S', ' ')).toEqual({ answers: { code: 'required' } })
    expect(chosen('S', 'ñ'.repeat(256))).toEqual({ answers: { code: 'too_long', limit: 255 } })
    expect(wrong({ answerType: 'OPTIONS_CHOOSE_MULTIPLE', answers: ['S'] })).toEqual({
      answers: { code: 'too_few', limit: 2 },
    })
    const others: AnswerType[] = ['TEXT', 'LONG_TEXT', 'NUMBER', 'DATE']
    for (const answerType of others) expect([isChosen(answerType), wrong({ answerType })]).toEqual([false, {}])
  })
})

describe('the questions of a registration', () => {
  const size = question({ id: 'size', answerType: 'OPTIONS_CHOOSE_ONE', answers: ['S', 'M'] })
  const days = question({ id: 'days', answerType: 'OPTIONS_CHOOSE_MULTIPLE', answers: ['Monday', 'Friday'] })
  const text = question({ id: 'text' })
  const asked = (questionId: string, answer: string) => question({ id: 'last', showIf: { questionId, answer } })

  it('depend only on choices before them', () => {
    expect(possibleConditions([size, text, days, asked('size', 'S'), { ...size, id: 'after' }], 'last')).toEqual([
      size,
      days,
    ])
    expect(questionsFaults([size, text, asked('size', 'M')])).toEqual(
      expect.not.objectContaining({ 'questions.2.showIf': expect.anything() }),
    )
    const refused = { 'questions.2.showIf': { code: 'select_one' } }
    expect(questionsFaults([size, text, asked('size', 'L')])).toMatchObject(refused)
    expect(questionsFaults([size, text, asked('text', 'S')])).toMatchObject(refused)
    expect(questionsFaults([size, text, asked('nothing', 'S')])).toMatchObject(refused)
    expect(questionsFaults([asked('size', 'S'), size])).toMatchObject({ 'questions.0.showIf': { code: 'select_one' } })
  })
  it('have unique ids and standard labels', () => {
    const twice = { code: 'twice' }
    expect(questionsFaults([text, text])).toMatchObject({ 'questions.1.questionTitle': twice })
    const birth = (id: string) => question({ id, standardLabel: 'FIRST_NAME' })
    expect(questionsFaults([birth('a'), birth('b')])).toMatchObject({ 'questions.1.questionTitle': twice })
    const faults = questionsFaults([text, question({ id: 'other' }), ...firstQuestions])
    expect(Object.values(faults).filter(Boolean)).toEqual([])
  })
  it('report errors at each question, and are at most fifty', () => {
    expect(questionsFaults([text, question({ id: 'b', questionTitle: '' })])).toMatchObject({
      'questions.1.questionTitle': { code: 'required' },
    })
    const of = (count: number) => Array.from({ length: count }, (_, i) => question({ id: `q${i}` }))
    expect(questionsFaults(of(50))['questions']).toBeUndefined()
    expect(questionsFaults(of(51))).toEqual({ questions: { code: 'too_many', limit: 50 } })
  })
  it('begin with the player’s names, which are required', () => {
    expect(
      firstQuestions.map(({ id, optional, answers, standardLabel }) => [id, optional, answers, standardLabel]),
    ).toEqual([
      ['question-firstname', false, [], 'FIRST_NAME'],
      ['question-lastname', false, [], 'LAST_NAME'],
    ])
  })
})
