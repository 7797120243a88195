import { screens } from '#web/paths.ts'

/** Every address of the product with the name of its screen, a line each. */
for (const { path, name } of screens) console.log(`${path}\t${name}`)
