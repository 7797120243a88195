import { useCallback, useEffect, useRef, useState } from 'react'
import { useSWRConfig } from 'swr'
import { isSigned } from '#shared/rules/registrations/questions.ts'
import type { Task } from '#shared/rules/tasks.ts'
import { type ApiProblem, cacheKey } from '../api.ts'
import { isTransient } from '../api/problem.ts'
import { useUserId } from '../session/useUserId.ts'
import { retryWhenOnline } from '../api/retryWhenOnline.ts'
import { removePendingSave, markOpen, storePendingSave, type PendingSave, readPendingSave } from './pendingSaves.ts'
import { retryInterval, sendPendingSave } from './sendPendingSaves.ts'
import { type PlayerTask, TASK } from './shapes.ts'

/** Debounce after the last change, in milliseconds. */
const debounceTime = 1000

export type Saving = 'idle' | 'saving' | 'saved' | 'waiting' | 'behind' | 'changed' | 'refused'
export type Change = Pick<PendingSave, 'response' | 'done'>

/**
 * A task that is being answered. Changes are kept on the device at once, and saved when typing pauses or the connection is
 * back; `saved` is called then. `behind`: somebody else has answered meanwhile, and the user has to choose whose answers stay.
 * `changed`: the coach has changed the task meanwhile. The new task is shown, and nothing is sent until the user changes
 * something.
 */
export function useAnswering(task: PlayerTask, onSaved: () => void) {
  const userId = useUserId() ?? ''
  const id = { assignmentId: task.assignment.id, playerId: task.player.id }
  const [pendingSave] = useState(() => readPendingSave(userId, id))
  const [current, setCurrent] = useState<Change>(
    pendingSave ?? { response: task.response, done: task.state === 'DONE' },
  )
  const [saving, setSaving] = useState<Saving>(pendingSave ? 'waiting' : 'idle')
  const [problem, setProblem] = useState<ApiProblem>()
  const revision = useRef(pendingSave?.revision ?? task.revision)
  const taskVersion = useRef(pendingSave ? (pendingSave.taskVersion ?? 0) : task.assignment.taskVersion)
  const hasUnsaved = useRef(pendingSave !== undefined)
  const isSaving = useRef(false)
  /** The user is choosing whose answers stay; until then the server would refuse each save. */
  const isDeciding = useRef(false)
  const onSavedRef = useRef(onSaved)
  useEffect(() => {
    onSavedRef.current = onSaved
  })
  const { mutate } = useSWRConfig()
  useEffect(() => {
    const { assignment } = task
    if (assignment.taskVersion > taskVersion.current) {
      taskVersion.current = assignment.taskVersion
      if (hasUnsaved.current) {
        setCurrent(({ response }) => withoutSignatures(assignment.task, response))
        setSaving('changed')
      }
    }
    // Adopts answers given elsewhere, if nothing is unsaved here.
    if (hasUnsaved.current || task.revision <= revision.current) return
    revision.current = task.revision
    setCurrent({ response: task.response, done: task.state === 'DONE' })
  }, [task])
  const key = `${id.assignmentId}/${id.playerId}`

  const save = useCallback(async () => {
    if (isSaving.current || isDeciding.current || !hasUnsaved.current) return
    isSaving.current = true
    const [assignmentId = '', playerId = ''] = key.split('/')
    const taskId = { assignmentId, playerId }
    try {
      for (let pending = readPendingSave(userId, taskId); pending; pending = readPendingSave(userId, taskId)) {
        if ((pending.taskVersion ?? 0) < taskVersion.current) return setSaving('changed')
        setSaving('saving')
        const result = await sendPendingSave(userId, taskId, { ...pending, revision: revision.current })
        if (result.problem) {
          const { code } = result.problem
          isDeciding.current = code === 'answered_meanwhile'
          // The coach's version is then the only valid one, so it is read again.
          if (code === 'assignment_closed' || code === 'task_changed') void mutate(cacheKey(TASK, taskId))
          setProblem(result.problem)
          setSaving(savingByCode[code] ?? (isTransient(result.problem) ? 'waiting' : 'refused'))
          return
        }
        revision.current = result.saved.revision
        // Updates the cache, so that reopening the task starts from this save and not from the earlier read.
        const savedTask = { response: pending.response, ...result.saved }
        void mutate<PlayerTask>(cacheKey(TASK, taskId), (cached) => cached && { ...cached, ...savedTask }, {
          revalidate: false,
        })
        setProblem(undefined)
      }
      hasUnsaved.current = false
      setSaving('saved')
      onSavedRef.current()
    } finally {
      isSaving.current = false
    }
  }, [key, userId, mutate])

  useEffect(() => {
    const [assignmentId = '', playerId = ''] = key.split('/')
    return markOpen(userId, { assignmentId, playerId })
  }, [key, userId])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const change = (next: Change, isImmediate = false) => {
    setCurrent(next)
    const base = { revision: revision.current, taskVersion: taskVersion.current }
    storePendingSave(userId, id, { ...next, ...base, saveId: crypto.randomUUID() })
    hasUnsaved.current = true
    clearTimeout(timer.current)
    if (isImmediate) void save()
    else timer.current = setTimeout(() => void save(), debounceTime)
  }
  useEffect(() => {
    const saveNow = () => void save()
    const stop = retryWhenOnline(saveNow, retryInterval)
    return () => {
      stop()
      clearTimeout(timer.current)
      // Leaving the screen counts as a pause.
      saveNow()
    }
  }, [save])

  return {
    ...current,
    saving,
    problem,
    change,
    /** Takes the other person's answers and drops those typed here. */
    takeOther(otherVersion: PlayerTask) {
      removePendingSave(userId, id)
      hasUnsaved.current = false
      isDeciding.current = false
      revision.current = otherVersion.revision
      taskVersion.current = otherVersion.assignment.taskVersion
      setCurrent({ response: otherVersion.response, done: otherVersion.state === 'DONE' })
      setProblem(undefined)
      setSaving('idle')
    },
    /** Replaces the other person's answers by those typed here. */
    keepOwn(otherVersion: PlayerTask) {
      isDeciding.current = false
      revision.current = otherVersion.revision
      // Includes what was typed while theirs was being read.
      change(readPendingSave(userId, id) ?? current, true)
    },
  }
}

const savingByCode: Partial<Record<ApiProblem['code'], Saving>> = {
  answered_meanwhile: 'behind',
  task_changed: 'changed',
}

/** The answers carried over to a changed task, without signatures, because nobody has signed the new one. */
function withoutSignatures(
  { updateFormList = [], todoListItem }: Task,
  { answers, lines }: PendingSave['response'],
): Change {
  const signatureIds = new Set(updateFormList.filter(({ answerType }) => isSigned(answerType)).map(({ id }) => id))
  const unsignedAnswers = Object.entries(answers).filter(([id]) => !signatureIds.has(id))
  const done = todoListItem?.every(({ id }) => lines.includes(id)) ?? false
  return { response: { answers: Object.fromEntries(unsignedAnswers), lines }, done }
}
