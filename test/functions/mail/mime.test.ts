import PostalMime from 'postal-mime'
import { describe, expect, it } from 'vitest'
import { asciiAddress, mimeOf } from '#functions/mail/mime.ts'

const from = { name: 'Touchline', address: 'no-reply@club.example' }
const mail = { from, to: 'paula@club.example', subject: 'Hello', text: 'One.', html: '<p>One.</p>' }
const headOf = (mime: string) => mime.slice(0, mime.indexOf('\r\n\r\n'))

describe('the MIME message of a mail', () => {
  it.each([
    'Saturday: we meet at the school',
    'Łukasz, Žofie i Şükrü spotykają się w sobotę o dziewiątej rano przy szkole podstawowej numer pięć',
    'مباراة يوم السبت في الساعة التاسعة',
    'משחק ביום שבת בשעה תשע',
    'Матч в субботу в девять',
    'Αγώνας το Σάββατο στις εννέα',
    '土曜日の試合は九時からです',
    '周六九点比赛',
    '토요일 아홉 시 경기',
    'การแข่งขันวันเสาร์เก้าโมง',
    'शनिवार को नौ बजे मैच',
    'শনিবার নয়টায় খেলা',
    'சனிக்கிழமை ஒன்பது மணிக்கு போட்டி',
    'శనివారం తొమ్మిదికి మ్యాచ్',
    'ಶನಿವಾರ ಒಂಬತ್ತಕ್ಕೆ ಪಂದ್ಯ',
    'ശനിയാഴ്ച ഒമ്പതിന് മത്സരം',
    'ਸ਼ਨੀਵਾਰ ਨੌਂ ਵਜੇ ਮੈਚ',
    'શનિવારે નવ વાગ્યે મેચ',
    'සෙනසුරාදා නවයට තරගය',
    'စနေနေ့ ကိုးနာရီ ပွဲ',
    'ការប្រកួតថ្ងៃសៅរ៍',
    'ແຂ່ງຂັນວັນເສົາ',
    'მატჩი შაბათს ცხრაზე',
    'Խաղը շաբաթ օրը իննին',
    'ቅዳሜ ዘጠኝ ሰዓት ጨዋታ',
    'ᏙᏓᏆᏍᎬ ᎠᎴᎲᏍᎩ',
    'ᠪᠠᠢᠯᠳᠤᠭᠠᠨ',
    'བགྲོ་གླེང་',
    '👩‍👩‍👧 ⚽️ 🏳️‍🌈 at nine, =?UTF-8?B?aGE=?= and more of it, so that the line is long',
    'x'.repeat(128),
  ])('is parsed by an independent parser as written: %s', async (words) => {
    const mime = mimeOf({
      ...mail,
      from: { ...from, name: words },
      subject: words,
      text: words,
      html: `<p>${words}</p>`,
    })
    const email = await PostalMime.parse(mime)
    expect([email.subject, email.from?.name, email.text?.trim(), email.html?.trim()]).toEqual([
      words,
      words,
      words,
      `<p>${words}</p>`,
    ])
    expect(mime).toMatch(/^[\x20-\x7e\r\n]*$/)
    expect(
      headOf(mime)
        .split('\r\n')
        .filter((line) => line.length > 78 && line.includes('=?')),
    ).toEqual([])
  })

  it('is not open to header injection by names, subjects or addresses', async () => {
    const evil = 'Hello\r\nBcc: all@club.example\r\n\r\n<script>'
    const mime = mimeOf({
      ...mail,
      from: { name: evil, address: 'no-reply@club.example\r\nBcc: a@b.example' },
      subject: evil,
      to: 'paula@club.example>\r\nBcc: all@club.example',
      replyTo: '"x\r\nBcc: y" <peter@club.example>',
      headers: { 'List-Unsubscribe': '<https://a.example/x>\r\nBcc: z@b.example' },
    })
    const { headers, bcc } = await PostalMime.parse(mime)
    expect(bcc).toBeUndefined()
    expect(headers.map(({ key }) => key)).toEqual([
      'from',
      'to',
      'reply-to',
      'subject',
      'list-unsubscribe',
      'mime-version',
      'content-type',
    ])
  })

  it.each([
    ['paula+falcons@club.example', 'paula+falcons@club.example'],
    ['paula@bücher.example', 'paula@xn--bcher-kva.example'],
    ['paula@例え.jp', 'paula@xn--r8jz45g.jp'],
  ])('has addresses in ASCII: %s', (address, ascii) => expect(asciiAddress(address)).toBe(ascii))

  it('contains a calendar event with its method as an alternative part and as a file', async () => {
    const ics = 'BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n'
    const mime = mimeOf({ ...mail, calendar: { method: 'CANCEL', ics } })
    expect(mime).toContain('Content-Type: text/calendar; charset=UTF-8; method=CANCEL')
    const { attachments, text } = await PostalMime.parse(mime)
    expect(text?.trim()).toBe('One.')
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toContainEqual([
      'invite.ics',
      'application/ics',
    ])
  })
})
