import { afterAll } from 'vitest'

// A question that was answered leaves the page a moment later; that of a file which runs apart ends with it, so it stays until then.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 250)))
