import type { Template } from './template.ts';

/** English tasks: settings, files, purchases and everything else. */
export const englishDeviceTemplates: readonly Template[] = [
  {
    category: 'settings_change',
    app: 'Lumen OS',
    instruction: 'Turn on {toggle} and keep the brightness at {percent} percent',
    path: [
      ['click', 'Click System', 'System'],
      ['click', 'Click {toggle}', '{toggle}: off'],
      ['input', 'Drag the slider to {percent}', 'Brightness {percent} %'],
    ],
    ready: '{toggle} · brightness {percent} %',
    submit: ['state_change', 'Flip the switch'],
    done: '{toggle}: on · brightness {percent} %',
    unfinished: '{toggle}: off · brightness {percent} %',
    slip: 'percent',
    says: '{toggle} is on and the brightness stands at {percent} %',
    grounded: ['{toggle} is on', 'The brightness is at {percent} percent'],
    invented: [
      {
        criterion: 'A confirmation "Changes applied" is shown',
        complaint: 'no confirmation "Changes applied" is shown',
      },
      {
        criterion: 'The device is restarted within 100 seconds',
        complaint: 'the device was not restarted within 100 seconds',
      },
    ],
  },
  {
    category: 'settings_change',
    app: 'Harbor Account',
    instruction: 'Disable {toggle} for the account of {person}',
    path: [
      ['click', 'Click Accounts', 'Accounts · 212'],
      ['input', 'Type {person}', 'Accounts · {person}'],
      ['click', 'Click {toggle}', '{person} · {toggle}: on'],
    ],
    ready: '{person} · {toggle} · Apply?',
    submit: ['click_submit', 'Click Apply'],
    done: '{person} · {toggle}: off · applied',
    unfinished: '{person} · {toggle}: on',
    slip: 'person',
    says: '{toggle} is off for {person} and the change was applied',
    grounded: ['{toggle} is off for the account', 'The account is the one of {person}'],
    invented: [
      {
        criterion: 'The reason "user request" is noted',
        complaint: 'the reason "user request" is not noted',
      },
      {
        criterion: 'An audit entry with code 4021 exists',
        complaint: 'no audit entry with code 4021 is shown',
      },
    ],
  },
  {
    category: 'file_management',
    app: 'Burrow Files',
    instruction: 'Move {filename} into the {folder} folder',
    path: [
      ['click', 'Select {filename}', '1 selected: {filename}'],
      ['click', 'Click Move to…', 'Move {filename} to…'],
      ['click', 'Click {folder}', 'Target: {folder}'],
    ],
    ready: 'Move {filename} to {folder}?',
    submit: ['click_submit', 'Click Move here'],
    done: '{folder}: {filename} moved just now',
    unfinished: 'Move {filename} to {folder}? · Cancel · Move here',
    slip: 'folder',
    says: '{filename} now lies in {folder}',
    grounded: ['{filename} is the file moved', 'The file is in the {folder} folder'],
    invented: [
      {
        criterion: 'A copy named "{filename}.bak" is kept',
        complaint: 'no copy named "{filename}.bak" is kept',
      },
      {
        criterion: 'The folder is sorted by "Date modified"',
        complaint: 'the folder is not sorted by "Date modified"',
      },
    ],
  },
  {
    category: 'file_management',
    app: 'Cobalt Drive',
    instruction: 'Download {filename} from {folder} and give me its size',
    path: [
      ['click', 'Click {folder}', 'Drive / {folder}'],
      ['click', 'Click {filename}', '{filename} · preview'],
      ['click', 'Click the arrow', '{filename} · {amount} kB'],
    ],
    ready: 'Get {filename} ({amount} kB)',
    submit: ['click_submit', 'Click Get'],
    done: 'Finished: {filename} · {amount} kB · from {folder}',
    unfinished: '{filename} · 43 % fetched',
    slip: 'filename',
    says: '{filename} from {folder} is on the disk, {amount} kB',
    grounded: ['{filename} is on the disk', 'It came from {folder}'],
    invented: [
      {
        criterion: 'The checksum "SHA-256" is shown',
        complaint: 'the checksum "SHA-256" is not shown',
      },
      {
        criterion: 'It is stored below "Desktop/2026"',
        complaint: 'it is not stored below "Desktop/2026"',
      },
    ],
  },
  {
    category: 'purchase_booking',
    app: 'Roamly',
    instruction:
      'Book a room at {hotel} in {city} from {date} for {quantity} nights, at most {amount} dollars a night',
    path: [
      ['input', 'Type {city}', 'Stays in {city}'],
      ['click', 'Pick {date}, {quantity} nights', '{date} · {quantity} nights'],
      ['click', 'Click {hotel}', '{hotel}, {city}'],
    ],
    ready: '{hotel} · {date} · {quantity} nights · below {amount} dollars',
    submit: ['click_submit', 'Click Confirm stay'],
    done: 'Confirmed: {hotel}, {city}, {date}, {quantity} nights',
    unfinished: 'Review: {hotel}, {date} · not confirmed',
    slip: 'quantity',
    says: '{hotel} in {city} is confirmed from {date} for {quantity} nights',
    grounded: [
      'The room at {hotel} in {city} is for {quantity} nights',
      'The price is at most {amount} dollars a night',
    ],
    invented: [
      {
        criterion: 'Breakfast "included" is selected',
        complaint: 'breakfast "included" is not selected',
      },
      {
        criterion: 'Free cancellation until 36 hours before arrival',
        complaint: 'free cancellation until 36 hours before is not shown',
      },
    ],
  },
  {
    category: 'purchase_booking',
    app: 'Kiosk Shop',
    instruction: 'Buy {quantity} of the {colour} {item}, total not above {amount} dollars',
    path: [
      ['input', 'Type {item}', 'Results: {item}'],
      ['click', 'Pick {colour}', '{item} · {colour}'],
      ['input', 'Set {quantity}', 'Quantity {quantity}'],
    ],
    ready: 'Basket: {quantity} × {item} ({colour})',
    submit: ['click_submit', 'Click Place order'],
    done: 'Order placed: {quantity} × {item}, {colour}',
    unfinished: 'Basket: {quantity} × {item} ({colour}) · not ordered',
    slip: 'colour',
    says: '{quantity} × {item} in {colour} were ordered',
    grounded: ['{quantity} of the {item} are ordered', 'The {item} is {colour}'],
    invented: [
      {
        criterion: 'Delivery is "express"',
        complaint: 'delivery is not "express"',
      },
      {
        criterion: 'The voucher "WELCOME10" is used',
        complaint: 'the voucher "WELCOME10" was not used',
      },
    ],
  },
  {
    category: 'general',
    app: 'Reed Player',
    instruction: 'Play "{song}" by {artist} on repeat at {percent} percent volume',
    path: [
      ['input', 'Type {song}', 'Tracks: {song}'],
      ['click', 'Click {song} by {artist}', '{song} · {artist}'],
      ['click', 'Click the loop icon', 'Loop: one'],
    ],
    ready: '{song} · {artist} · loop',
    submit: ['state_change', 'Press the play button, volume {percent}'],
    done: 'Now playing: {song}, {artist} · loop one · volume {percent} %',
    unfinished: 'Paused: {song}, {artist}',
    slip: 'song',
    says: '{song} by {artist} is playing in a loop at {percent} %',
    grounded: ['"{song}" by {artist} is playing', 'The volume is {percent} percent'],
    invented: [
      {
        criterion: 'The quality is "Lossless"',
        complaint: 'the quality is not "Lossless"',
      },
      {
        criterion: 'The track is played from 0:00',
        complaint: 'the track is not played from 0:00',
      },
    ],
  },
  {
    category: 'general',
    app: 'Tick Timer',
    instruction: 'Start a {minutes} minute timer labelled "{label}"',
    path: [
      ['click', 'Click the plus sign', 'Timer editor'],
      ['input', 'Type {minutes}', '{minutes} min'],
      ['input', 'Type {label}', 'Label: {label}'],
    ],
    ready: '{label} · {minutes} min',
    submit: ['state_change', 'Press Start'],
    done: 'Running: {label}, {minutes} min',
    unfinished: 'Ready: {label}, {minutes} min',
    slip: 'minutes',
    says: 'The timer "{label}" runs for {minutes} minutes',
    grounded: ['The timer runs {minutes} minute', 'The timer is labelled "{label}"'],
    invented: [
      {
        criterion: 'The sound is "Chime"',
        complaint: 'the sound is not "Chime"',
      },
      {
        criterion: 'The screen stays awake for 120 minutes more',
        complaint: 'the screen does not stay awake for 120 minutes more',
      },
    ],
  },
];
