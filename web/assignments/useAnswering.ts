import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import type { Task } from '#shared/rules/tasks.ts'
import { type ApiProblem, cacheKey } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { useUserId } from '../session/useUserId.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { forget, holdOpen, keep, type Kept, readKept } from './kept.ts'
import { retry, sendKept } from './sendKept.ts'
import { type PlayerTask, TASK } from './shapes.ts'

/** Debounce after the last change, in milliseconds. */
const pause = 1000

export type Saving = 'idle' | 'saving' | 'saved' | 'waiting' | 'behind' | 'changed' | 'refused'
export type Change = Pick<Kept, 'response' | 'done'>

/**
 * A task that is being answered. Changes are kept on the device at once, and saved when typing pauses or the connection is
 * back; `saved` is called then. `behind`: somebody else has answered meanwhile, and the user has to choose whose answers stay.
 * `changed`: the coach has changed the task meanwhile. The new task is shown, and nothing is sent until the user changes
 * something.
 */
export function useAnswering(task: PlayerTask, saved: () => void) {
  const userId = useUserId() ?? ''
  const id = { assignmentId: task.assignment.id, playerId: task.player.id }
  const [begun] = useState(() => readKept(userId, id))
  const [current, setCurrent] = useState<Change>(begun ?? { response: task.response, done: task.state === 'DONE' })
  const [saving, setSaving] = useState<Saving>(begun ? 'waiting' : 'idle')
  const [problem, setProblem] = useState<ApiProblem>()
  const revision = useRef(begun?.revision ?? task.revision)
  const taskVersion = useRef(begun ? (begun.taskVersion ?? 0) : task.assignment.taskVersion)
  const wanted = useRef(begun !== undefined)
  const running = useRef(false)
  /** The user is choosing whose answers stay; until then the server would refuse each save. */
  const asking = useRef(false)
  const told = useRef(saved)
  useEffect(() => {
    told.current = saved
  })
  const { mutate } = useSWRConfig()
  useEffect(() => {
    const { assignment } = task
    if (assignment.taskVersion > taskVersion.current) {
      taskVersion.current = assignment.taskVersion
      if (wanted.current) {
        setCurrent(({ response }) => unsigned(assignment.task, response))
        setSaving('changed')
      }
    }
    // Adopts answers given elsewhere, if nothing is unsaved here.
    if (wanted.current || task.revision <= revision.current) return
    revision.current = task.revision
    setCurrent({ response: task.response, done: task.state === 'DONE' })
  }, [task])
  const key = `${id.assignmentId}/${id.playerId}`

  const flush = useCallback(async () => {
    if (running.current || asking.current || !wanted.current) return
    running.current = true
    const [assignmentId = '', playerId = ''] = key.split('/')
    const at = { assignmentId, playerId }
    try {
      for (let kept = readKept(userId, at); kept; kept = readKept(userId, at)) {
        if ((kept.taskVersion ?? 0) < taskVersion.current) return setSaving('changed')
        setSaving('saving')
        const outcome = await sendKept(userId, at, { ...kept, revision: revision.current })
        if (outcome.problem) {
          const { code } = outcome.problem
          asking.current = code === 'answered_meanwhile'
          // The coach's version is then the only valid one, so it is read again.
          if (code === 'assignment_closed' || code === 'task_changed') void mutate(cacheKey(TASK, at))
          setProblem(outcome.problem)
          setSaving(standing[code] ?? (isTransient(outcome.problem) ? 'waiting' : 'refused'))
          return
        }
        revision.current = outcome.saved.revision
        // Updates the cache, so that reopening the task starts from this save and not from the earlier read.
        const now = { response: kept.response, ...outcome.saved }
        void mutate<PlayerTask>(cacheKey(TASK, at), (known) => known && { ...known, ...now }, { revalidate: false })
        setProblem(undefined)
      }
      wanted.current = false
      setSaving('saved')
      told.current()
    } finally {
      running.current = false
    }
  }, [key, userId, mutate])

  useEffect(() => {
    const [assignmentId = '', playerId = ''] = key.split('/')
    return holdOpen(userId, { assignmentId, playerId })
  }, [key, userId])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (next: Change, now = false) => {
    setCurrent(next)
    const upon = { revision: revision.current, taskVersion: taskVersion.current }
    keep(userId, id, { ...next, ...upon, saveId: crypto.randomUUID() })
    wanted.current = true
    clearTimeout(timer.current)
    if (now) void flush()
    else timer.current = setTimeout(() => void flush(), pause)
  }
  useEffect(() => {
    const again = () => void flush()
    const stop = retryWhenOnline(again, retry)
    return () => {
      stop()
      clearTimeout(timer.current)
      // Leaving the screen counts as a pause.
      again()
    }
  }, [flush])

  return {
    ...current,
    saving,
    problem,
    change,
    /** Takes the other person's answers and drops those typed here. */
    takeTheirs(theirs: PlayerTask) {
      forget(userId, id)
      wanted.current = false
      asking.current = false
      revision.current = theirs.revision
      taskVersion.current = theirs.assignment.taskVersion
      setCurrent({ response: theirs.response, done: theirs.state === 'DONE' })
      setProblem(undefined)
      setSaving('idle')
    },
    /** Replaces the other person's answers by those typed here. */
    keepMine(theirs: PlayerTask) {
      asking.current = false
      revision.current = theirs.revision
      // Includes what was typed while theirs was being read.
      change(readKept(userId, id) ?? current, true)
    },
  }
}

const standing: Partial<Record<ApiProblem['code'], Saving>> = { answered_meanwhile: 'behind', task_changed: 'changed' }

/** The answers carried over to a changed task, without signatures, because nobody has signed the new one. */
function unsigned({ updateFormList = [], todoListItem }: Task, { answers, lines }: Kept['response']): Change {
  const signed = new Set(updateFormList.filter(({ answerType }) => isSigned(answerType)).map(({ id }) => id))
  const left = Object.entries(answers).filter(([id]) => !signed.has(id))
  const done = todoListItem?.every(({ id }) => lines.includes(id)) ?? false
  return { response: { answers: Object.fromEntries(left), lines }, done }
}
