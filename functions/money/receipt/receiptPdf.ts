import PDFDocument from 'pdfkit'
import { fontNamed, writerOn } from './pageText.ts'
import type { Receipt } from './receiptOf.ts'

const margin = 56
const sumWidth = 130

/** A receipt as PDF, of one or more pages. */
export async function receiptPdf({
  title,
  club,
  facts,
  lines,
  total,
  after,
  sumOf,
  locale,
  paidAt,
}: Receipt): Promise<Uint8Array> {
  const [name = '', ...contactLines] = club
  const page = new PDFDocument({
    size: 'LETTER',
    margin,
    // Otherwise the document starts with a built-in font, whose file is not there.
    font: fontNamed('plain') as unknown as string,
    lang: locale,
    displayTitle: true,
    info: { Title: `${title}, ${name}`, CreationDate: new Date(paidAt) },
  })
  const { setStyle, linesOf, write } = writerOn(page, margin)
  const bytes = collectBytes(page)
  const width = page.page.width - 2 * margin
  const rule = () =>
    page
      .moveDown(0.5)
      .moveTo(margin, page.y)
      .lineTo(margin + width, page.y)
      .lineWidth(0.5)
      .stroke()
      .moveDown(0.5)
  const row = (what: string, sum: string) => {
    const textLines = linesOf(what, width - sumWidth)
    const height = textLines.length * page.currentLineHeight(true)
    if (page.y + height > page.page.height - margin) page.addPage()
    const { y } = page
    write(textLines)
    const below = page.y
    page.y = y
    write([sum], margin + width)
    page.y = below + 4
  }

  setStyle('bold', 22)
  write(linesOf(title))
  page.moveDown(0.5)
  setStyle('bold', 13)
  write(linesOf(name))
  setStyle('plain', 10)
  for (const line of contactLines) write(linesOf(line))
  page.moveDown(1)
  for (const [what, value] of facts) write(linesOf(`${what}: ${value}`))
  rule()
  setStyle('plain', 11)
  for (const { what, cents } of lines) row(what, sumOf(cents))
  rule()
  setStyle('bold')
  row(total.what, sumOf(total.cents))
  setStyle('plain')
  for (const { what, cents } of after) row(what, sumOf(cents))
  page.end()
  return bytes
}

const collectBytes = (page: PDFKit.PDFDocument) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const parts: Uint8Array[] = []
    page.on('data', (part: Uint8Array) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.on('error', reject)
  })
