import { float, int64, size } from "../filter/argument.ts";
import { failure } from "../render/failure.ts";
import { Float } from "../value/value.ts";
import type { Value } from "../value/value.ts";
import type { Call } from "./call.ts";
import { lengthArgument, uuidText } from "./identifier.ts";
import type { Random } from "./random.ts";
import { utcText } from "./time.ts";

type Fake = (random: Random, call: Call) => Value;

const words = (text: string): readonly string[] => text.split(" ");
const phrases = (text: string): readonly string[] => text.split("|");

const firstNames = words(
  "Ada Alan Amara Chen Dara Elif Femi Grace Hana Ines Jamal Kofi Lena Mateo Noor Olga Priya Quinn Rosa Sven Tariq Uma Vera Wei Yusuf Zoe",
);
const lastNames = words(
  "Abara Berg Castillo Dubois Eriksen Fischer Garcia Haddad Ito Jensen Kowalski Lopez Mbeki Novak Okafor Park Rossi Silva Tanaka Vogel Walker Yilmaz",
);
const cities = phrases(
  "Accra|Bergen|Cusco|Dublin|Esbjerg|Fukuoka|Ghent|Hanoi|Izmir|Jaipur|Kumasi|Lima|Malmo|Nantes|Oslo|Porto|Quito|Riga|Seville|Turin|Utrecht|Vilnius|Windhoek|Zadar",
);
const countries = phrases(
  "Brazil|Canada|Denmark|Estonia|Finland|Ghana|Hungary|India|Japan|Kenya|Latvia|Mexico|Norway|Peru|Portugal|Spain|Turkey|Uruguay|Vietnam",
);
const states = phrases(
  "Alaska|Bavaria|Cork|Delta|Flanders|Gujarat|Hidalgo|Jalisco|Kerala|Lazio|Maine|Ohio|Punjab|Quebec|Saxony|Texas|Utah|Vermont",
);
const streets = phrases(
  "Birch Lane|Canal Street|Dock Road|Elm Avenue|Forge Street|Garden Row|Harbour Way|Market Square|Mill Lane|Orchard Road|Station Street|Tower Hill",
);
const loremWords = words(
  "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua enim minim veniam quis nostrud",
);
const companies = phrases(
  "Blue Anchor|Copper Field|Daybreak|Evergreen|Fairwind|Granite Works|High Tide|Ironbridge|Lantern|Meridian|Northlight|Quarry|Riverbend|Stonecrop",
);
const industries = phrases(
  "Agriculture|Banking|Construction|Education|Energy|Health Care|Insurance|Logistics|Media|Mining|Retail|Software|Telecommunications|Tourism",
);
const professions = phrases(
  "Accountant|Baker|Carpenter|Dentist|Editor|Farmer|Geologist|Historian|Lawyer|Nurse|Pilot|Plumber|Surveyor|Teacher|Welder",
);
const colours = words(
  "amber azure black blue brown coral cyan gold green indigo lime magenta olive orange pink purple red silver teal violet white yellow",
);
const currencies = [
  ["USD", "US Dollar", "$"],
  ["EUR", "Euro", "€"],
  ["GBP", "Pound Sterling", "£"],
  ["JPY", "Yen", "¥"],
  ["INR", "Indian Rupee", "₹"],
  ["KRW", "Won", "₩"],
] as const;
const extensions = words("conf csv html json log md png toml txt xml yaml zip");
const mimeTypes = words(
  "application/json application/pdf application/xml application/zip image/png image/svg+xml text/csv text/html text/plain",
);

const fullName: Fake = (r) => `${r.pick(firstNames)} ${r.pick(lastNames)}`;
const userName: Fake = (r) => `${r.pick(firstNames).toLowerCase()}${r.between(1, 999)}`;
const domain: Fake = (r) => `${r.pick(loremWords)}-${r.pick(colours)}.example`;
const ipv4: Fake = (r) => `192.0.2.${r.between(1, 254)}`;
const ipv6: Fake = (r) => `2001:db8:${Array.from({ length: 6 }, () => r.hex(4)).join(":")}`;
const fileName: Fake = (r) => `${r.pick(loremWords)}-${r.between(1, 99)}.${r.pick(extensions)}`;
const dateText = (r: Random): string => utcText(r.between(946684800, 1893456000) * 1000);
const companyName: Fake = (r) => `${r.pick(companies)} ${r.pick(["Inc.", "LLC", "Ltd.", "Group"])}`;
const sentence = (r: Random, min: number, max: number): string => {
  const text = Array.from({ length: r.between(min, max) }, () => r.pick(loremWords)).join(" ");
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
};
const span = (call: Call, min: number, max: number): readonly [number, number] => {
  const low = lengthArgument(call, "min", min);
  return [low, Math.max(low, lengthArgument(call, "max", Math.max(max, low)))];
};
const alphabet = [..."ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789"];
const letters = (r: Random, length: number): string => Array.from({ length }, () => r.pick(alphabet)).join("");

/** Made-up data. Addresses are those set aside for documentation, so that none belongs to anyone. */
export const fakes: Readonly<Record<string, Fake>> = {
  fake_name: fullName,
  fake_first_name: (r) => r.pick(firstNames),
  fake_last_name: (r) => r.pick(lastNames),
  fake_title: (r) => r.pick(["Dr.", "Mr.", "Mrs.", "Ms.", "Mx.", "Prof."]),
  fake_suffix: (r) => r.pick(["Jr.", "Sr.", "II", "III", "PhD"]),
  fake_email: (r, call) => `${String(userName(r, call))}@example.com`,
  fake_username: userName,
  fake_password: (r, call) => letters(r, r.between(...span(call, 8, 20))),
  fake_domain: domain,
  fake_url: (r, call) => `https://${String(domain(r, call))}/${r.pick(loremWords)}`,
  fake_ipv4: ipv4,
  fake_ipv6: ipv6,
  fake_user_agent: (r) => `Mozilla/5.0 (X11; Linux x86_64; rv:${r.between(90, 130)}.0) Gecko/20100101`,
  fake_mac_address: (r) => ["02", ...Array.from({ length: 5 }, () => r.hex(2))].join(":"),
  fake_street: (r) => r.pick(streets),
  fake_city: (r) => r.pick(cities),
  fake_state: (r) => r.pick(states),
  fake_zip: (r) => r.digits(5),
  fake_country: (r) => r.pick(countries),
  fake_latitude: (r) => new Float(r.between(-9000000, 9000000) / 100000),
  fake_longitude: (r) => new Float(r.between(-18000000, 18000000) / 100000),
  fake_phone: (r) => `+1-555-01${r.digits(2)}`,
  fake_cell_phone: (r) => `+44 7700 900${r.digits(3)}`,
  fake_company: companyName,
  fake_company_suffix: (r) => r.pick(["Inc.", "LLC", "Ltd.", "Group", "and Sons"]),
  fake_industry: (r) => r.pick(industries),
  fake_profession: (r) => r.pick(professions),
  fake_word: (r) => r.pick(loremWords),
  fake_words: (r, call) => Array.from({ length: lengthArgument(call, "count", 3) }, () => r.pick(loremWords)).join(" "),
  fake_sentence: (r, call) => sentence(r, ...span(call, 4, 10)),
  fake_paragraph: (r, call) =>
    Array.from({ length: r.between(...span(call, 3, 7)) }, () => sentence(r, 4, 10)).join(" "),
  fake_int: (r) => r.between(0, 2147483647),
  fake_int_range: (r, call) => {
    const min = Number(call.optional("min", int64) ?? 0);
    const max = Number(call.optional("max", int64) ?? 100);
    if (min > max) throw failure("Function `fake_int_range` was called with `min` greater than `max`");
    return Math.trunc(r.between(min, max));
  },
  fake_float: (r) => new Float(r.fraction()),
  fake_bool: (r, call) => r.fraction() * 100 < (call.optional("ratio", float) ?? 50),
  fake_date: (r) => dateText(r).slice(0, 10),
  fake_time: (r) => dateText(r).slice(11, 19),
  fake_datetime: dateText,
  fake_timestamp: (r) => r.between(946684800, 1893456000),
  fake_credit_card: (r) => `4242${r.digits(12)}`,
  fake_currency_code: (r) => r.pick(currencies)[0],
  fake_currency_name: (r) => r.pick(currencies)[1],
  fake_currency_symbol: (r) => r.pick(currencies)[2],
  fake_filename: fileName,
  fake_extension: (r) => r.pick(extensions),
  fake_mime_type: (r) => r.pick(mimeTypes),
  fake_file_path: (r, call) => `/${r.pick(loremWords)}/${r.pick(loremWords)}/${String(fileName(r, call))}`,
  fake_color: (r) => r.pick(colours),
  fake_hex_color: (r) => `#${r.hex(6)}`,
  fake_rgb_color: (r) => `rgb(${r.between(0, 255)}, ${r.between(0, 255)}, ${r.between(0, 255)})`,
  fake_string: (r, call) => letters(r, lengthArgument(call, "len", 10)),
  fake_port: (r) => r.between(1024, 65535),
  fake_semver: (r) => `${r.between(0, 9)}.${r.between(0, 20)}.${r.between(0, 50)}`,
  fake_uuid: (r) => uuidText(r.hex(32), 4),
  fake_uuid_seeded: (r) => uuidText(r.hex(32), 4),
};

/** The kinds of `fake(kind=…)` and the functions they stand for. */
const kinds: Readonly<Record<string, string>> = {
  "name.full": "fake_name",
  "name.first": "fake_first_name",
  "name.last": "fake_last_name",
  "name.title": "fake_title",
  "internet.email.safe": "fake_email",
  "internet.email.free": "fake_email",
  "internet.username": "fake_username",
  "internet.domain.suffix": "fake_domain",
  "internet.ip.any": "fake_ipv4",
  "internet.ip.v4": "fake_ipv4",
  "internet.ip.v6": "fake_ipv6",
  "internet.password": "fake_password",
  "address.city": "fake_city",
  "address.country": "fake_country",
  "address.street.name": "fake_street",
  "address.street.address": "fake_street",
  "address.zip": "fake_zip",
  "company.name": "fake_company",
  "company.industry": "fake_industry",
  "company.profession": "fake_profession",
  "lorem.word": "fake_word",
  "lorem.sentence": "fake_sentence",
  "lorem.paragraph": "fake_paragraph",
  "phone.number": "fake_phone",
  "uuid.v4": "fake_uuid",
};

export function fakeKinds(): Value {
  return Object.keys(kinds).sort();
}

/** `n` of a kind: one is a value, more are a list. */
export function fake(call: Call): Value {
  const kind = call.value("kind");
  const name = typeof kind === "string" && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (name === undefined) throw failure("Function `fake` received an unknown `kind`; `fake_kinds()` lists them");
  const count = call.optional("n", size) ?? 1;
  if (count > 1000) throw failure(`Function \`fake\` was asked for too much: n=${count}`);
  const make = fakes[name] as Fake;
  const random = call.random();
  const made = Array.from({ length: count }, () => make(random, call));
  return count === 1 ? (made[0] as Value) : made;
}
