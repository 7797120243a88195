import type { Assembly, Clock, Invoke } from '../../types.ts'
import { newLoops } from '../../loops.ts'
import { readSchedules, type Schedule } from './readSchedules.ts'

type Options = { assembly: Assembly; invoke: Invoke; clock: Clock; log?: (line: string) => void }

export type Schedules = {
  /**
   * Invokes what is due by the clock, and waits for it. A schedule that came due several times when the clock was set
   * ahead is invoked once.
   */
  tick: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Invokes functions on the schedules of the assembly (AWS::Events::Rule, AWS::Scheduler::Schedule), by the clock.
 * Throws a StartError for an unsupported schedule.
 */
export function startSchedules({ assembly, invoke, clock, log = console.error }: Options): Schedules {
  const start = clock.now()
  const schedules = readSchedules(assembly, start)
  let last = start
  const nextBySchedule = new Map(schedules.map((schedule) => [schedule, schedule.due(start)]))

  const loops = newLoops(log)
  const call = async ({ lambda, payload }: Schedule, time: number): Promise<void> => {
    const event = payload(new Date(time).toISOString().replace('.000', ''))
    // Lambda tries an asynchronous event three times, minutes apart; locally the pauses are short.
    for (let attempt = 0; attempt < 3 && !loops.signal.aborted; attempt++) {
      const isDone = await invoke(lambda, event).then(
        () => true,
        () => false,
      )
      if (isDone) return
      await loops.pause(100 * 2 ** attempt)
    }
  }
  // Schedules due at the same time are invoked one after another, in order: the functions share this machine, and
  // setting the clock ahead makes all of them due at once.
  let calls = Promise.resolve()
  const tick = (): Promise<void> => {
    const now = clock.now()
    for (const schedule of schedules) {
      // The clock may have been set back.
      const due = now < last ? schedule.due(now) : nextBySchedule.get(schedule)
      if (due !== undefined && due <= now) calls = calls.then(() => call(schedule, due))
      nextBySchedule.set(schedule, due !== undefined && due <= now ? schedule.due(now) : due)
    }
    last = now
    return calls
  }
  if (schedules.length > 0) {
    loops.repeat(async () => {
      void tick()
      await loops.pause(1000)
    })
  }
  return { tick, close: loops.close }
}
