import { screenList } from '#web/screens.ts'

/** Every address of the product with its screen, a line each: address, name, frame, what it is about, file. */
for (const { path, name, frame, about = '', file = '' } of screenList)
  console.log([path, name, frame, about, file].join('\t'))
