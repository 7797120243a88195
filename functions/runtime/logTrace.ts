import { Problem } from '#shared/problems.ts'

/**
 * Logs an error by its kind and the places that it came through. What it says is left out, with all that hangs on it: there the
 * SDK puts what was sent and what came back, a provider whose card it was, a parser what somebody typed.
 */
export function logTrace(error: unknown): void {
  if (!(error instanceof Error)) return console.error(typeof error)
  const { name, message, stack = '' } = error
  const places = (message === '' ? stack : stack.replace(message, () => ''))
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  console.error([name, ...places].join('\n'))
}

/** Refuses as `busy` after what failed here, or at whom we asked: it may work in a moment, and the log has why it did not. */
export function refuseBusy(error: unknown): never {
  logTrace(error)
  throw new Problem('busy')
}
