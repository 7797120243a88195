import { Problem } from '#shared/problems.ts'

/**
 * Logs an error's name and stack frames, but not its message and properties: SDKs put requests and responses there, payment
 * providers the name of a cardholder, parsers what a user typed.
 */
export function logTrace(error: unknown): void {
  if (!(error instanceof Error)) return console.error(typeof error)
  const { name, message, stack = '' } = error
  const frames = (message === '' ? stack : stack.replace(message, () => ''))
    .split('\n')
    .filter((line) => line.startsWith('    at '))
  console.error([name, ...frames].join('\n'))
}

/** Logs an error and throws `busy` instead, so that the caller can retry. */
export function refuseBusy(error: unknown): never {
  logTrace(error)
  throw new Problem('busy')
}
