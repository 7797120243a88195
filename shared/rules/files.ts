/** The files that people may upload, and how they are shown. Plain data for the contract, the functions and the screens. */

/** The largest file, in bytes. */
export const fileLimit = 25_000_000
/** The largest multipart upload, in bytes. */
export const largeLimit = 2_000_000_000
/** The size of a part, except the last. S3 requires at least 5 MiB. */
export const partSize = 8 * 1024 * 1024
/** Types of files that may be that large: videos, and long documents. */
export const largeTypes = ['video/mp4', 'video/webm', 'application/pdf'] as const
export type LargeType = (typeof largeTypes)[number]
export const isLargeType = (type: string): type is LargeType => (largeTypes as readonly string[]).includes(type)
/** The largest file of a type, in bytes. */
export const limitOf = (type: string): number => (isLargeType(type) ? largeLimit : fileLimit)
/** The key of a file's thumbnail in the media bucket, beside the file. */
export const thumbnailOf = (fileId: string): string => `files/${fileId}.thumb`
/** A thumbnail in lists: its largest width or height in pixels, and its most bytes. */
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

/** A file's type by what the browser or its name says; undefined if it is not accepted. */
export function fileTypeOf({ name, type }: { name: string; type: string }): FileType | undefined {
  const byName = byEnding[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  return fileTypes.find((each) => each === type) ?? byName
}
/** Types that browsers name differently, or not at all. */
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
/** The file extensions of each type; a file with another one gets the first. */
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
 * The name a file is saved under: systems run saved files according to their extension, so it gets that of its type. A text named
 * `training.hta` is saved as `training.hta.txt`.
 */
export function nameToSave({ name, type }: { name: string; type: string }): string {
  const own = Object.hasOwn(endings, type) ? endings[type as FileType] : undefined
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return !own || own.includes(ending) ? name : `${name}.${own[0]}`
}

/** Whether the type may be displayed in the browser; others are downloaded. */
export const isShown = (type: string): boolean => (shown as readonly string[]).includes(type)

/**
 * Characters not allowed in names: those that systems read as part of a path or command, and invisible ones. Exceptions are the
 * two joiners that Persian, Indian scripts and emoji need.
 */
const forbidden = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}/\\:*?"<>|]/u
/** Why a file name is not allowed; undefined if it is. */
export function whyCannotNameFile(name: string): 'required' | 'too_long' | 'not_a_file_name' | undefined {
  if (name.replaceAll(/[\s\u200c\u200d]/g, '') === '' || /^\.+$/.test(name.trim())) return 'required'
  if ([...name].length > fileNameLimit) return 'too_long'
  return forbidden.test(name) ? 'not_a_file_name' : undefined
}
