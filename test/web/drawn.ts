import { unstable_IdlePriority, unstable_scheduleCallback } from 'scheduler'

/**
 * Once React has drawn all that it has begun. What it may draw in slices, as what has arrived, takes it several turns, between which a
 * look would find half of a page.
 */
export const drawn = () =>
  new Promise<void>((resolve) => void unstable_scheduleCallback(unstable_IdlePriority, () => resolve()))
