import { screenList } from '#web/screens.ts'

/** Prints every screen, one per line: path, name, frame, subject, file. */
for (const { path, name, frame, about = '', file = '' } of screenList)
  console.log([path, name, frame, about, file].join('\t'))
