import { describe, expect, it } from 'vitest'
import type { ValueFaults } from '#shared/rules/faults.ts'
import {
  assignmentFaults,
  responseForTask,
  missingIn,
  progressOf,
  statusOf,
  type Task,
  taskAnswerTypes,
  taskFaults,
  type TaskQuestion,
  typeOfTask,
} from '#shared/rules/tasks.ts'

const question = (id: string, more: Partial<TaskQuestion> = {}): TaskQuestion => ({
  id,
  answerType: 'TEXT',
  questionTitle: 'How was it?',
  description: '',
  answers: [],
  optional: false,
  ...more,
})
const form = (...questions: TaskQuestion[]): Task => ({ updateFormList: questions })
const list = (...ids: string[]): Task => ({ todoListItem: ids.map((id) => ({ id, text: `Line ${id}` })) })
const answered = (answers: Record<string, string[]>) => ({ answers, lines: [] })
const ticked = (...lines: string[]) => ({ answers: {}, lines })
/** The faults by place: code and limit. */
const wrong = (faults: ValueFaults) =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([at, fault]) => (fault ? [[at, [fault.code, fault.limit].join(' ').trim()]] : [])),
  )

it('a task is a form or a to-do list', () => {
  expect([typeOfTask(form()), typeOfTask(list())]).toEqual(['FORM', 'TODO'])
  expect(taskAnswerTypes).toContain('SIGNATURE_BLOCK')
  expect(taskAnswerTypes).not.toContain('FILE_ATTACHMENT')
})

it.each([
  [3, 3, 'OPEN'],
  [3, 1, 'OPEN'],
  [3, 0, 'COMPLETED'],
  [0, 0, 'OPEN'],
])('an assignment of %i players, with %i unfinished, is %s', (assigned, left, status) =>
  expect(statusOf(assigned, left)).toBe(status),
)

describe('the progress of a task', () => {
  it.each([
    [list('a', 'b', 'c'), [], 0],
    [list('a', 'b', 'c'), ['b'], 33],
    [list('a', 'b', 'c'), ['b', 'c'], 66],
    [list('a', 'b', 'c'), ['a', 'b', 'c'], 100],
    [list(), [], 0],
  ])('counts lines: %#', (task, lines, percent) => expect(progressOf(task, ticked(...lines))).toBe(percent))

  const title = question('title', { answerType: 'SECTION_TITLE' })
  const note = question('note', { answerType: 'TEXT_BLOCK' })
  const extra = question('extra', { optional: true })
  const more = question('more', { optional: true })
  const hanging = question('hanging', { showIf: { questionId: 'a', answer: 'yes' } })
  it.each<[string, Task, Record<string, string[]>, number]>([
    ['none of two answered', form(question('a'), question('b')), {}, 0],
    ['one of two answered', form(question('a'), question('b')), { a: ['x'] }, 50],
    ['a blank answer does not count', form(question('a'), question('b')), { a: ['x'], b: [' '] }, 50],
    ['titles and text blocks do not count', form(title, note, question('a')), { a: ['x'] }, 100],
    ['optional ones do not count', form(question('a'), question('b'), extra), { a: ['x'], extra: ['x'] }, 50],
    ['optional ones count if there are no others', form(extra, more), { extra: ['x'] }, 50],
    ['a hidden dependent one does not count', form(question('a'), hanging), { a: ['no'] }, 100],
    ['a shown dependent one counts', form(question('a'), hanging), { a: ['yes'] }, 50],
    ['a form without questions', form(title), {}, 0],
  ])('counts questions: %s', (_what, task, answers, percent) =>
    expect(progressOf(task, answered(answers))).toBe(percent),
  )
})

it('a stored response contains only what the task asks for', () => {
  expect(responseForTask(list('a', 'b', 'c'), { answers: { q: ['x'] }, lines: ['c', 'gone', 'a'] })).toEqual({
    answers: {},
    lines: ['a', 'c'],
  })
  expect(responseForTask(form(question('q')), { answers: { q: [' x '], gone: ['y'] }, lines: ['a'] })).toEqual({
    answers: { q: ['x'] },
    lines: [],
  })
})

describe('to be completed, a task', () => {
  const mia = { firstName: 'Mia', lastName: 'Moreno' }
  it('needs every line checked', () => {
    expect(missingIn(list('a', 'b', 'c'), ticked('b'), mia)).toEqual({
      a: { code: 'required' },
      c: { code: 'required' },
    })
    expect(missingIn(list('a'), ticked('a'), mia)).toEqual({})
  })
  it('needs every required answer, and a signature in the right name', () => {
    const sign = question('sign', { answerType: 'SIGNATURE_BLOCK' })
    const task = form(question('a'), question('b', { optional: true }), sign)
    expect(missingIn(task, answered({}), mia)).toEqual({ a: { code: 'required' }, sign: { code: 'required' } })
    expect(missingIn(task, answered({ a: ['x'], sign: ['Ana Moreno'] }), mia)).toEqual({
      sign: { code: 'not_your_name' },
    })
    expect(missingIn(task, answered({ a: ['x'], sign: ['Mia Moreno'] }), mia)).toEqual({})
  })
})

describe('a task definition', () => {
  const lines = (...items: { id: string; text: string; link?: string }[]): Task => ({ todoListItem: items })
  it.each<[string, Task, Record<string, string>]>([
    ['is neither a form nor a list', {}, { task: 'invalid' }],
    ['is both a form and a list', { ...form(question('a')), ...list('a') }, { task: 'invalid' }],
    ['has no questions', form(), { updateFormList: 'too_few 1' }],
    ['has only text blocks', form(question('a', { answerType: 'TEXT_BLOCK' })), { updateFormList: 'too_few 1' }],
    ['has a section title and a question', form(question('a', { answerType: 'SECTION_TITLE' }), question('b')), {}],
    [
      'asks for a file',
      form(question('a'), question('b', { answerType: 'FILE_ATTACHMENT' })),
      { 'updateFormList.1.answerType': 'invalid' },
    ],
    [
      'has a question without a title',
      form(question('a'), question('b', { questionTitle: ' ' })),
      { 'updateFormList.1.questionTitle': 'required' },
    ],
    [
      'has more than 50 questions',
      form(...Array.from({ length: 51 }, (_, i) => question(`q${i}`))),
      { updateFormList: 'too_many 50' },
    ],
    [
      'has a question without choices',
      form(question('a', { answerType: 'OPTIONS_CHOOSE_ONE' })),
      { 'updateFormList.0.answers': 'too_few 2' },
    ],
    ['is a list without lines', lines(), { todoListItem: 'too_few 1' }],
    ['has a line twice', lines({ id: 'a', text: 'x' }, { id: 'a', text: 'y' }), { todoListItem: 'invalid' }],
    [
      'has valid lines',
      lines({ id: 'a', text: 'x'.repeat(255) }, { id: 'b', text: 'y', link: 'https://club.example' }),
      {},
    ],
    ['has an empty line', lines({ id: 'a', text: 'x' }, { id: 'b', text: ' ' }), { 'todoListItem.1.text': 'required' }],
    [
      'has a line that is too long',
      lines({ id: 'a', text: 'x'.repeat(256) }),
      { 'todoListItem.0.text': 'too_long 255' },
    ],
    [
      'has an invalid link',
      lines({ id: 'a', text: 'x', link: 'club.example' }),
      { 'todoListItem.0.link': 'not_an_address 2000' },
    ],
  ])('is valid, or not, if it %s', (_what, task, faults) => expect(wrong(taskFaults(task))).toEqual(faults))
})

describe('an assignment', () => {
  const some = { name: 'Stretch', description: '', assignees: { teamIds: ['t'], playerIds: [] as string[] } }
  it.each<[Partial<typeof some>, Record<string, string>]>([
    [{}, {}],
    [{ name: ' ' }, { name: 'required' }],
    [{ name: 'ñ'.repeat(100) }, {}],
    [{ name: 'ñ'.repeat(101) }, { name: 'too_long 100' }],
    [{ description: 'ñ'.repeat(2000) }, {}],
    [{ description: 'ñ'.repeat(2001) }, { description: 'too_long 2000' }],
    [{ assignees: { teamIds: [], playerIds: ['p'] } }, {}],
    [{ assignees: { teamIds: [], playerIds: [] } }, { assignees: 'select_one' }],
  ])('needs an assignee and a name: %#', (change, faults) =>
    expect(wrong(assignmentFaults({ ...some, ...change }))).toEqual(faults),
  )
})
