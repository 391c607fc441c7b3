import { expect, it } from 'vitest'
import { catalogues } from '../../locales/catalogues.ts'
import { formatWeekdays } from '../facts/format-day.ts'
import { wordsIn } from '../messages/catalogue.ts'
import { splitDate } from './split-date.ts'

const wordsOf = (language: string) => wordsIn(catalogues.find((one) => one.language === language))

/** What is read, as `1990-4-12`. */
function read(text: string, language: string, browser = language): string {
  const date = splitDate(text, wordsOf(language), browser)
  return typeof date === 'object' ? `${date.birthYear}-${date.birthMonth}-${date.birthDay}` : String(date)
}

it('a date written as a whole is read in the order and words of the language, or not at all', () => {
  const april = '1990-4-12'
  const december = '1990-12-4'
  const cases: [language: string, text: string, date: string, browser?: string][] = [
    ['es', '12/04/1990', april],
    ['fr', '12.04.1990', april],
    ['vi', '12-04-1990', april],
    ['ar', '\u200f١٢\u200f/٠٤\u200f/١٩٩٠', april],
    ['hi', '१२/०४/१९९०', april],
    ['bn', '১২/০৪/১৯৯০', april],
    ['km', '១២\u2212០៤\u2212១៩៩០', april],
    ['ht', '12 / 4 / 1990', april],
    ['en', '12/04/1990', december],
    ['en', '04121990', april],
    ['es', '12041990', april],
    ['en', '19900412', april],
    ['fil', '4/12/1990', april],
    ['zh-Hans', '4/12/1990', april],
    // Both ways, and the browser has the other order.
    ['es', '12/04/1990', 'unclear', 'en-US'],
    ['en', '12/04/1990', 'unclear', 'es-MX'],
    ['en', '12/04/1990', 'unclear', 'en-GB'],
    ['es', '12041990', 'unclear', 'en'],
    ['es', '12/12/1990', '1990-12-12', 'en'],
    ['es', '25/04/1990', '1990-4-25', 'en'],
    ['es', '1990-04-12', april, 'en'],
    ['fr', '12/04/1990', april, 'fr-CA'],
    ['fr', '12/04/1990', april, 'no language'],
    // Only the other order is a date.
    ['es', '4/25/1990', '1990-4-25'],
    ['en', '25/04/1990', '1990-4-25'],
    ['en', '13/1/1990', '1990-1-13'],
    // In words.
    ['en', 'April 12, 1990', april],
    ['en', 'April 12th, 1990', april],
    ['en', '12th of April, 1990', april],
    ['en', 'Apr. 12 1990', april],
    ['en', 'Thursday, April 12, 1990', april],
    ['en', 'Thu 12 Apr 1990', april],
    ['en', 'Sept 3 1990', '1990-9-3'],
    ['es', 'jueves, 12 de abril de 1990', april],
    ['es', '1º de mayo del 1990', '1990-5-1'],
    ['es', 'mar 12 abr 1990', april],
    ['es', 'April 12, 1990', april],
    ['fr', '1er avril 1990', '1990-4-1'],
    ['fr', 'jeudi 12 avr. 1990', april],
    ['fr', '3 FEVR. 1990', '1990-2-3'],
    ['fr', '3 juil. 1990', '1990-7-3'],
    ['ht', 'jedi 12 avril 1990', april],
    ['ht', '3 fevriye 1990', '1990-2-3'],
    ['vi', 'Thứ Năm, 12 tháng 4, 1990', april],
    ['vi', 'ngày 12 tháng 4 năm 1990', april, 'en'],
    ['vi', '12 Tháng Mười Một 1990', '1990-11-12'],
    ['vi', '12 tháng tư năm 1990', april],
    ['vi', '12 tháng năm năm 1990', '1990-5-12'],
    ['fil', 'Huwebes, Abril 12, 1990', april],
    ['fil', 'ika-12 ng Abril 1990', april],
    ['ar', 'الخميس، ١٢ أبريل ١٩٩٠', april],
    ['hi', 'गुरुवार, 12 अप्रैल 1990', april],
    ['bn', '১২ই এপ্রিল, ১৯৯০', april],
    ['km', 'ថ្ងៃទី១២ ខែមេសា ឆ្នាំ១៩៩០', april],
    ['zh-Hans', '1990年4月12日星期四', april],
    ['zh-Hant', '一九九〇年四月十二日', april],
    ['zh-Hans', '二〇〇〇年十月二十日 星期五', '2000-10-20'],
    ['ko', '1990년 4월 12일 목요일', april],
    ['ko', '1990. 4. 12.', april],
    ['en', '1990-04-12T00:00:00Z', april],
    ['en', '  4/12/1990\n', april],
    ['en', 'Born: 4/12/1990', april],
    // As tables, mail programs, identity cards and other countries write it.
    ...['4⁄12⁄1990', '4\\12\\1990', '4|12|1990', '(4/12/1990)', '"4/12/1990",', '4/12/1990 12:00:00 AM'].map(
      (text): [string, string, string] => ['en', text, april],
    ),
    ...[
      'DOB 4/12/1990',
      'born on 4/12/1990',
      'Thu, 12 Apr 1990 00:00:00 GMT',
      '12 de abril de 1990',
      '12 avril 1990',
    ].map((text): [string, string, string] => ['en', text, april]),
    ['es', 'nacido el 12/04/1990', april],
    ['es', 'nacido el 12/04/1990', 'unclear', 'en-US'],
    ['es', '12 de abril del año 1990', april],
    ['es', 'primero de setiembre de 1990', '1990-9-1'],
    ['fr', '2ème mai 1990', '1990-5-2'],
    ['ht', '1ye me 1990', '1990-5-1'],
    ['vi', '12 tháng Giêng 1990', '1990-1-12'],
    ['vi', '2 thg 12, 1990', '1990-12-2'],
    ['km', 'ថ្ងៃព្រហស្បតិ៍ ទី១២ ខែមេសា ឆ្នាំ១៩៩០', april],
    ['ar', '12 نيسان 1990', april],
    ['ar', '١٢ ابريل ١٩٩٠م', april],
    ['ar', '12 أفريل 1990', april],
    ['ar', '١٢٫٠٤٫١٩٩٠', april],
    ['hi', '12 फरवरी 1990', '1990-2-12'],
    ['bn', '১লা জানুয়ারী ১৯৯০', '1990-1-1'],
    ['zh-Hant', '民國79年4月12日', april],
    ['zh-Hant', '民國七十九年四月十二日', april],
    ['zh-Hans', '一九九〇年四月廿一日', '1990-4-21'],
    ['zh-Hans', '二○○○年十二月卅一日', '2000-12-31'],
    // No date, or not surely this one.
    ...['12', '1990', '4/12', '4/12/90', "April 12 '90", '12 avril 90', '2/30/1990', '13/13/1990', 'Smarch 1 1990'].map(
      (text): [string, string, string] => ['en', text, 'undefined'],
    ),
    ...['February 30 12 1990', 'hello', '', '4/12/1990 - 5/12/1990', 'April or May 12 1990', '04129'].map(
      (text): [string, string, string] => ['en', text, 'undefined'],
    ),
    ['fr', '12 jui 1990', 'undefined'],
    ...[
      '4/12/1990 to 4/13/1990',
      'May 4 12 1990',
      '1990-13-12',
      '(512) 555-1990',
      '12 Main St, 1990',
      '041290',
      '90-04-12',
    ].map((text): [string, string, string] => ['en', text, 'undefined']),
    ['zh-Hans', '90年4月12日', 'undefined'],
    ['ar', '12 رمضان 1990', 'undefined'],
    ['es', '31/04/1990', 'undefined'],
  ]
  const differ = cases.flatMap(([language, text, date, browser]) => {
    const got = read(text, language, browser)
    return got === date ? [] : [{ language, text, date, got, browser }]
  })
  expect(differ).toEqual([])
})

it('every language’s own words for a day are read back, with and without the weekday', () => {
  const differ = catalogues.flatMap(({ language }) => {
    const words = wordsOf(language)
    return words.months.flatMap((name, index) => {
      const day = { year: 1987, month: index + 1, day: 23 }
      const texts = [formatWeekdays([day], words), `23 ${name} 1987`].filter((text) => !/^23 \d/.test(text))
      return texts
        .filter((text) => read(text, language) !== `1987-${index + 1}-23`)
        .map((text) => `${language}: ${text}`)
    })
  })
  expect(differ).toEqual([])
})
