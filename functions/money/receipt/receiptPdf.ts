import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Receipt } from './receiptOf.ts'

/** Fonts with the letters of all names: PDF's built-in fonts only have those of western Europe. The files are beside the bundle. */
const fontAt = (name: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`))
let fonts: { plain: Buffer; bold: Buffer } | undefined

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
  fonts ??= { plain: fontAt('DejaVuSans'), bold: fontAt('DejaVuSans-Bold') }
  const [name = '', ...reach] = club
  const page = new PDFDocument({
    size: 'LETTER',
    margin,
    // Otherwise the document starts with a built-in font, whose file is not there.
    font: fonts.plain as unknown as string,
    lang: locale,
    displayTitle: true,
    info: { Title: `${title}, ${name}`, CreationDate: new Date(paidAt) },
  })
  page.registerFont('plain', fonts.plain).registerFont('bold', fonts.bold)
  const bytes = collected(page)
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
    const height = page.heightOfString(what, { width: width - sumWidth })
    if (page.y + height > page.page.height - margin) page.addPage()
    const { y } = page
    page.text(what, margin, y, { width: width - sumWidth })
    const below = page.y
    page.text(sum, margin + width - sumWidth, y, { width: sumWidth, align: 'right' })
    page.x = margin
    page.y = below + 4
  }

  page.font('bold').fontSize(22).text(title).moveDown(0.5)
  page.fontSize(13).text(name)
  page.font('plain').fontSize(10)
  for (const line of reach) page.text(line)
  page.moveDown(1)
  for (const [what, value] of facts) page.text(`${what}: ${value}`)
  rule()
  page.fontSize(11)
  for (const { what, cents } of lines) row(what, sumOf(cents))
  rule()
  page.font('bold')
  row(total.what, sumOf(total.cents))
  page.font('plain')
  for (const { what, cents } of after) row(what, sumOf(cents))
  page.end()
  return bytes
}

const collected = (page: PDFKit.PDFDocument) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const parts: Uint8Array[] = []
    page.on('data', (part: Uint8Array) => parts.push(part))
    page.on('end', () => resolve(Buffer.concat(parts)))
    page.on('error', reject)
  })
