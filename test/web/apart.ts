import { afterAll } from 'vitest'

// A confirmed dialog leaves the page with a short delay; in a file with a process of its own, wait for it before the
// process ends.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 250)))
