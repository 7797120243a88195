import { describe, expect, it } from 'vitest'
import {
  answerFaults,
  type AnswerableQuestion,
  fieldsOf,
  cleanAnswers,
  visibleQuestions,
} from '#shared/rules/register/answers.ts'
import { isSignedBy } from '#shared/rules/register/signatures.ts'
import { type AnswerType, standardLabels } from '#shared/rules/registrations/questions.ts'

const about = { signer: { firstName: 'Rosa', lastName: 'Moreno' }, country: 'US' }
const asked = (answerType: AnswerType, more: Partial<AnswerableQuestion> = {}): AnswerableQuestion => ({
  id: 'q1',
  answerType,
  answers: ['S', 'M', 'L'],
  optional: false,
  ...more,
})
const faultOf = (question: AnswerableQuestion, given: readonly string[], with_ = about) =>
  answerFaults([question], { q1: given }, with_)['q1']?.code
const long = (characters: number) => ['ñ'.repeat(characters)]

describe('an answer', () => {
  it.each<[AnswerType, string[], string | undefined]>([
    ['TEXT', ['Peanuts'], undefined],
    ['TEXT', [], 'required'],
    ['TEXT', ['   '], 'required'],
    ['TEXT', long(255), undefined],
    ['TEXT', long(256), 'too_long'],
    ['TEXT', ['a', 'b'], 'too_many'],
    ['LONG_TEXT', ['Two\nlines'], undefined],
    ['LONG_TEXT', [], 'required'],
    ['LONG_TEXT', long(255), undefined],
    ['LONG_TEXT', long(256), 'too_long'],
    ['NUMBER', ['12'], undefined],
    ['NUMBER', ['-3,5'], undefined],
    ['NUMBER', ['0'], undefined],
    ['NUMBER', ['1e9'], 'not_a_number'],
    ['NUMBER', ['twelve'], 'not_a_number'],
    ['NUMBER', [], 'required'],
    ['NUMBER', ['9'.repeat(16)], 'not_a_number'],
    ['DATE', ['2016-02-29'], undefined],
    ['DATE', ['2015-02-29'], 'not_a_day'],
    ['DATE', ['29/02/2016'], 'not_a_day'],
    ['DATE', [], 'required'],
    ['OPTIONS_CHOOSE_ONE', ['M'], undefined],
    ['OPTIONS_CHOOSE_ONE', ['XL'], 'select_one'],
    ['OPTIONS_CHOOSE_ONE', ['S', 'M'], 'too_many'],
    ['OPTIONS_CHOOSE_ONE', [], 'select_one'],
    ['OPTIONS_CHOOSE_MULTIPLE', ['L', 'S'], undefined],
    ['OPTIONS_CHOOSE_MULTIPLE', ['L', 'XL'], 'select_one'],
    ['OPTIONS_CHOOSE_MULTIPLE', ['L', 'L'], 'select_one'],
    ['OPTIONS_CHOOSE_MULTIPLE', [], 'select_one'],
    ['FILE_ATTACHMENT', [], 'required'],
    ['WAIVER', ['Rosa Moreno'], undefined],
    ['WAIVER', [' Rosa  Moreno '], undefined],
    ['WAIVER', ['rosa moreno'], 'not_your_name'],
    ['WAIVER', ['Rosa'], 'not_your_name'],
    ['WAIVER', [], 'required'],
    ['SIGNATURE_BLOCK', ['Rosa Moreno'], undefined],
    ['SIGNATURE_BLOCK', ['Moreno Rosa'], 'not_your_name'],
    ['SIGNATURE_BLOCK', [], 'required'],
    ['SECTION_TITLE', [], undefined],
    ['TEXT_BLOCK', [], undefined],
  ])('of type %s: %j has the error %s', (type, given, code) => expect(faultOf(asked(type), given)).toBe(code))

  it.each<AnswerType>(['TEXT', 'LONG_TEXT', 'NUMBER', 'DATE', 'OPTIONS_CHOOSE_ONE', 'FILE_ATTACHMENT', 'WAIVER'])(
    'of type %s can be omitted if optional',
    (type) => expect(faultOf(asked(type, { optional: true }), [])).toBeUndefined(),
  )

  it.each([
    ['MOBILE_PHONE', '(555) 010-4477', 'US', undefined],
    ['MOBILE_PHONE', '123456789', '', undefined],
    ['HOME_PHONE', '1234567890', '', 'exact_digits'],
    ['MOBILE_PHONE', '+1 312 555 0142', '', undefined],
    ['MOBILE_PHONE', '+12', '', 'not_a_phone'],
    ['HOME_PHONE', 'call me', 'US', 'not_a_phone'],
    ['ZIP', '60601', '', undefined],
    ['ZIP', '6060', '', 'exact_characters'],
    ['ZIP', '6060', 'US', 'not_a_post_code'],
    ['ZIP', 'K1A 0B1', 'CA', undefined],
  ] as const)('to %s: %s with the country %j has the error %s', (standardLabel, text, country, code) =>
    expect(faultOf(asked('TEXT', { standardLabel }), [text], { ...about, country })).toBe(code),
  )
})

it('the standard labels are those of the specification', () =>
  expect(standardLabels).toEqual(
    'FIRST_NAME LAST_NAME HOME_PHONE MOBILE_PHONE NUMBER ADDRESS CITY STATE ZIP'.split(' '),
  ))

it('an address is asked in parts, each of which is required', () => {
  const question = asked('TEXT', { standardLabel: 'ADDRESS' })
  expect(fieldsOf(question)).toEqual(['q1', 'q1:city', 'q1:state', 'q1:zip'])
  const found = answerFaults([question], { q1: ['12 Main Street'], 'q1:city': ['Springfield'] }, about)
  expect(Object.keys(found)).toEqual(['q1:state', 'q1:zip'])
})

describe('a question that depends on another one', () => {
  const questions = [
    asked('OPTIONS_CHOOSE_ONE', { id: 'allergies', answers: ['Yes', 'No'] }),
    asked('TEXT', { id: 'which', showIf: { questionId: 'allergies', answer: 'Yes' } }),
    asked('TEXT', { id: 'since', showIf: { questionId: 'which', answer: 'Peanuts' } }),
  ]
  it.each([
    ['Yes', ['which']],
    ['No', []],
  ])('is shown or not: %s', (answer, wrong) =>
    expect(Object.keys(answerFaults(questions, { allergies: [answer] }, about))).toEqual(wrong),
  )
  it('is neither shown nor stored when the question it depends on is not shown', () => {
    const answers = { allergies: ['No'], which: ['Peanuts'], since: ['2020'] }
    expect(visibleQuestions(questions, answers).map(({ id }) => id)).toEqual(['allergies'])
    expect(cleanAnswers(questions, answers)).toEqual({ allergies: ['No'] })
  })
})

it('answers are stored trimmed, and only of questions that were asked', () =>
  expect(
    cleanAnswers([asked('TEXT'), asked('TEXT_BLOCK', { id: 'told' })], { q1: ['  a '], told: ['b'], x: ['c'] }),
  ).toEqual({ q1: ['a'] }))

const names = [
  ['José', 'Núñez'],
  ['Łukasz', 'Wójcik'],
  ['Søren', 'Ærø'],
  ['Jürgen', 'Groß'],
  ['Nguyễn', 'Thị Hương'],
  ['Ольга', 'Ёлкина'],
  ['Ђорђе', 'Његош'],
  ['Ελένη', 'Παπαδοπούλου'],
  ['גִּיל', 'כֹּהֵן'],
  ['محمد', 'عبد الله'],
  ['زهرا', 'حسینی‌نژاد'],
  ['प्रिया', 'शर्मा'],
  ['অনন্যা', 'চট্টোপাধ্যায়'],
  ['ਗੁਰਪ੍ਰੀਤ', 'ਸਿੰਘ'],
  ['કિરણ', 'પટેલ'],
  ['கவிதா', 'முருகன்'],
  ['శ్రీనివాస', 'రెడ్డి'],
  ['ಅನು', 'ಗೌಡ'],
  ['അഞ്ജലി', 'മേനോൻ'],
  ['නිමල්', 'පෙරේරා'],
  ['สมชาย', 'ใจดี'],
  ['ສົມສັກ', 'ພົມມະ'],
  ['သီတာ', 'ဦး'],
  ['សុខា', 'ចាន់'],
  ['བསྟན་འཛིན', 'རྒྱ་མཚོ'],
  ['წიკლაური', 'ნინო'],
  ['Արամ', 'Խաչատրյան'],
  ['ሰላም', 'ተስፋዬ'],
  ['小明', '王'],
  ['さくら', '髙橋'],
  ['지훈', '김'],
  ['Pelé', ''],
] as const
describe.each(names)('the signature for the name %s %s', (firstName, lastName) => {
  const full = `${firstName} ${lastName}`.trim()
  it('is accepted in composed and decomposed Unicode', () => {
    for (const form of ['NFC', 'NFD'] as const)
      expect(isSignedBy(full.normalize(form), { firstName, lastName })).toBe(true)
  })
  it('is rejected with a character more or less, or with half of it', () => {
    expect(isSignedBy(`${full}x`, { firstName, lastName })).toBe(false)
    expect(isSignedBy([...full.normalize('NFC')].slice(0, -1).join(''), { firstName, lastName })).toBe(false)
    expect(isSignedBy(lastName, { firstName, lastName })).toBe(false)
  })
})
it('a signature without a name is rejected', () => expect(isSignedBy('', { firstName: '', lastName: '' })).toBe(false))

describe('stored answers', () => {
  it('are trimmed, without empty ones and unknown questions', () => {
    const questions = [asked('TEXT'), asked('TEXT', { id: 'q2' }), asked('TEXT', { id: 'q3' })]
    expect(cleanAnswers(questions, { q1: [' a ', ' ', ''], q2: ['  '], other: ['x'] })).toEqual({ q1: ['a'] })
  })
  it('are validated without empty ones', () => {
    expect(faultOf(asked('TEXT'), ['', 'a', ' '])).toBeUndefined()
  })
  it.each([
    ['1.25', undefined],
    [' 12 ', undefined],
    ['1.1234567', 'not_a_number'],
    ['x12', 'not_a_number'],
    ['12x', 'not_a_number'],
  ])('accept %j as a number: %s', (text, code) => expect(faultOf(asked('NUMBER'), [text])).toBe(code))
  it.each(['x2016-02-28', '2016-02-28x', '1816-02-28', '2016-02-30', '2016-13-01'])('reject %s as a date', (text) =>
    expect(faultOf(asked('DATE'), [text])).toBe('not_a_day'),
  )
  it('validate both names', () => {
    for (const standardLabel of ['FIRST_NAME', 'LAST_NAME'] as const) {
      expect(faultOf(asked('TEXT', { standardLabel }), ['Mia'])).toBeUndefined()
      expect(faultOf(asked('TEXT', { standardLabel }), ['Mia\u202e'])).toBeDefined()
    }
    expect(faultOf(asked('TEXT'), ['Mia\u202e'])).toBeUndefined()
  })
})
