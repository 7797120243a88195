import * as z from 'zod/mini'
import { check, longest, required, shortest } from '../rules/faults.ts'
import { reasonLimit, shortestReason } from '../rules/staff.ts'
import { rule } from './fields.ts'

/** Why one of our own people looks or does something: it is kept. */
export const Reason = z.string().check(
  z.trim(),
  rule((typed) => check(typed, required, shortest(shortestReason))?.code, shortestReason),
  rule((typed) => longest(reasonLimit)(typed)?.code, reasonLimit),
)
