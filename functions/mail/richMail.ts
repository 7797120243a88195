import { toPlainText } from '#shared/rules/richText.ts'
import type { MailMessage, Picture } from './message.ts'
import { contentIdOf } from './mime.ts'
import { richHtml, type SourceOf } from './richHtml.ts'

/** The rich text of a mail as plain text and as HTML; a module of its own, loaded only for mails that have some. */
export const richOf = ({ content = [], pictures = [] }: MailMessage) => ({
  text: toPlainText(content),
  html: `<div dir="auto">${richHtml(content, sourceIn(pictures))}</div>`,
})

/** A missing image is replaced by its alternative text. */
const sourceIn =
  (pictures: readonly Picture[]): SourceOf =>
  (fileId) =>
    pictures.some((picture) => picture.fileId === fileId) ? `cid:${contentIdOf(fileId)}` : undefined
