/** What people may send along, and how it is shown. Plain data for the contract, the functions and the screens. */

/** The largest file, in bytes. */
export const fileLimit = 25_000_000
/** The largest file of those that go in parts, in bytes. */
export const largeLimit = 2_000_000_000
/** A part is so long; the last one is what is left. S3 takes none shorter than 5 MiB. */
export const partSize = 8 * 1024 * 1024
/** Types of which a file may be so large: films, and papers of many pages. */
export const largeTypes = ['video/mp4', 'video/webm', 'application/pdf'] as const
export type LargeType = (typeof largeTypes)[number]
export const isLargeType = (type: string): type is LargeType => (largeTypes as readonly string[]).includes(type)
/** The largest file of a type, in bytes. */
export const limitOf = (type: string): number => (isLargeType(type) ? largeLimit : fileLimit)
/** Where the small picture of a file lies in the media bucket, beside the file. */
export const thumbnailOf = (fileId: string): string => `files/${fileId}.thumb`
/** A small picture that lists show: no wider or higher, in pixels, and no larger, in bytes. */
export const thumbnailPixels = 320
export const thumbnailLimit = 30_000
/** The longest name of a file. */
export const fileNameLimit = 150

/** Types that a browser may show in place: none of them can run anything. Everything else is only ever saved. */
const shown = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'audio/mpeg',
  'audio/mp4',
] as const
const saved = [
  'text/plain',
  'text/csv',
  'text/calendar',
  'application/rtf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
] as const
export const fileTypes = [...shown, ...saved] as const
export type FileType = (typeof fileTypes)[number]

/** The type of a file as a browser or a name tells it; undefined for one that is not taken. */
export function fileTypeOf({ name, type }: { name: string; type: string }): FileType | undefined {
  const byName = byEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  return fileTypes.find((each) => each === type) ?? byName
}
/** What browsers call otherwise, or nothing at all. */
const byEnding: Readonly<Record<string, FileType>> = {
  mov: 'video/mp4',
  m4v: 'video/mp4',
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  csv: 'text/csv',
  ics: 'text/calendar',
  txt: 'text/plain',
  rtf: 'application/rtf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
/** What names of each type end with; what is named otherwise gets the first of them. */
const endings: Readonly<Record<FileType, readonly [string, ...string[]]>> = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'video/mp4': ['mp4', 'mov', 'm4v'],
  'video/webm': ['webm'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a', 'mp4'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
  'text/calendar': ['ics'],
  'application/rtf': ['rtf'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
}

/**
 * The name under which a file is saved: systems run what they save by how its name ends, so it ends as its type does. A text
 * that is called `training.hta` is saved as `training.hta.txt`.
 */
export function nameToSave({ name, type }: { name: string; type: string }): string {
  const own = Object.hasOwn(endings, type) ? endings[type as FileType] : undefined
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return !own || own.includes(ending) ? name : `${name}.${own[0]}`
}

/** True for what may be shown where it stands; the rest is given to be saved. */
export const isShown = (type: string): boolean => (shown as readonly string[]).includes(type)

/**
 * Letters, digits and what names are written with: nothing that a system reads as a path or a command, nothing unseen. But
 * Persian, the scripts of India and emoji are written with the two signs that join letters and part them.
 */
const forbidden = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/u
/** Why a name cannot be taken; undefined when it can. */
export function whyCannotNameFile(name: string): 'required' | 'too_long' | 'not_a_file_name' | undefined {
  if (name.replaceAll(/[\s\u200c\u200d]/g, '') === '' || /^\.+$/.test(name.trim())) return 'required'
  if ([...name].length > fileNameLimit) return 'too_long'
  return forbidden.test(name) ? 'not_a_file_name' : undefined
}
