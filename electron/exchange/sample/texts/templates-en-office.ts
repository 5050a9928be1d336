import type { Template } from './template.ts';

/** English tasks: messages, documents, search and navigation. */
export const englishOfficeTemplates: readonly Template[] = [
  {
    category: 'communication',
    app: 'Slate Chat',
    instruction: 'Send the {amount} dollar expense report to the {group} channel and copy {person}',
    path: [
      ['click', 'Select channel {group}', '#{group} · 14 members'],
      ['attach', 'Attach expense_{amount}.pdf', 'Attachment: expense_{amount}.pdf'],
      ['input', 'Type @{person}', 'Copying {person}'],
    ],
    ready: 'To #{group} · cc {person} · expense_{amount}.pdf attached',
    submit: ['click_submit', 'Click Send'],
    done: 'Delivered to #{group}: expense_{amount}.pdf, cc {person}',
    unfinished: 'Unsent message in #{group}: expense_{amount}.pdf',
    slip: 'amount',
    says: 'The report for {amount} dollars is in #{group} and {person} is in copy',
    grounded: [
      'The expense report sent to the {group} channel is for {amount} dollar',
      '{person} is in copy',
    ],
    invented: [
      {
        criterion: 'The subject line contains the word "Reimbursement"',
        complaint: 'the subject line does not contain the word "Reimbursement"',
      },
      {
        criterion: 'The report is sent before 18:00',
        complaint: 'no frame shows that it was sent before 18:00',
      },
    ],
  },
  {
    category: 'communication',
    app: 'Pigeon Mail',
    instruction: 'Email {person} about {topic} and ask for an answer by {date}',
    path: [
      ['click', 'Click Compose', 'New message'],
      ['input', 'Type the address of {person}', 'To: {person}'],
      ['input', 'Type the text', 'Body: I am writing about {topic}. Please answer by {date}.'],
    ],
    ready: 'To: {person} · "{topic}" · answer by {date}',
    submit: ['send', 'Click Send'],
    done: 'Sent · {person} · about {topic}, answer by {date}',
    unfinished: 'Draft kept: To {person}, about {topic}',
    slip: 'date',
    says: 'The mail about {topic} went to {person} and names {date}',
    grounded: ['The email to {person} is about {topic}', 'The email asks for an answer by {date}'],
    invented: [
      {
        criterion: 'The mail opens with "Dear {person}" and closes with "Kind regards"',
        complaint: 'the closing "Kind regards" is missing',
      },
      {
        criterion: 'The mail is marked "High priority"',
        complaint: 'the mail is not marked "High priority"',
      },
    ],
  },
  {
    category: 'create_modify',
    app: 'Daybook Calendar',
    instruction: 'Create an event "{document}" on {date} at {time} and invite {person}',
    path: [
      ['click', 'Click New event', 'Event editor'],
      ['input', 'Type the title {document}', 'Title: {document}'],
      ['input', 'Pick {date}, {time}', '{date} · {time}'],
    ],
    ready: '{document} · {date} {time} · guest {person}',
    submit: ['save', 'Click Save event'],
    done: 'Event saved: {document}, {date} {time}, {person} invited',
    unfinished: 'Unsaved event: {document}, {date}',
    slip: 'time',
    says: 'The event "{document}" stands on {date} at {time} with {person} as guest',
    grounded: ['The event on {date} at {time} is "{document}"', 'The invite goes to {person}'],
    invented: [
      {
        criterion: 'The event lasts exactly 50 minutes',
        complaint: 'the event does not last 50 minutes',
      },
      {
        criterion: 'The event has a location such as "Room 301"',
        complaint: 'no location such as "Room 301" is given',
      },
    ],
  },
  {
    category: 'create_modify',
    app: 'Ledger Sheets',
    instruction: 'Add a row to the {document} sheet: {item}, {quantity} pieces, {amount} dollars',
    path: [
      ['click', 'Select the sheet {document}', 'Sheet {document}'],
      ['input', 'Type {item}', 'A24: {item}'],
      ['input', 'Type {quantity} and {amount}', 'B24: {quantity} · C24: {amount}'],
    ],
    ready: 'Row 24: {item} | {quantity} | {amount}',
    submit: ['save', 'Press Ctrl+S'],
    done: 'All changes kept · {document} row 24: {item}, {quantity}, {amount}',
    unfinished: 'Unsaved changes in {document}: row 24 {item}',
    slip: 'quantity',
    says: 'Row 24 of {document} holds {item}, {quantity} pieces, {amount} dollars',
    grounded: [
      'The row in the {document} sheet has {quantity} pieces',
      'The row names {item} and {amount} dollars',
    ],
    invented: [
      {
        criterion: 'The row is highlighted in "yellow"',
        complaint: 'the row is not highlighted in "yellow"',
      },
      {
        criterion: 'The total in cell "C30" is recomputed',
        complaint: 'no frame shows the total in cell "C30"',
      },
    ],
  },
  {
    category: 'search_read',
    app: 'Kiosk Shop',
    instruction:
      'Find the price of the {product} in {colour} and tell me whether it is below {amount} dollars',
    path: [
      ['input', 'Type {product} into the search box', 'Results for {product}'],
      ['click', 'Filter by colour {colour}', 'Filter: {colour} · 3 results'],
      ['click', 'Click the first result', '{product}, {colour}'],
    ],
    ready: '{product} · {colour} · price shown',
    submit: ['answer', 'Answer: the {product} in {colour} is below {amount} dollars'],
    done: '{product} ({colour}): below {amount} dollars, in stock',
    unfinished: 'Results for {product}, no answer given',
    slip: 'colour',
    says: 'The answer about the {product} in {colour} agrees with the product page',
    grounded: [
      'The answer is about the {product} in {colour}',
      'The answer says whether it is below {amount} dollars',
    ],
    invented: [
      {
        criterion: 'The answer names the seller "Kiosk Direct"',
        complaint: 'the seller "Kiosk Direct" is not named',
      },
      {
        criterion: 'At least 3 offers are compared',
        complaint: 'fewer than 3 offers are compared',
      },
    ],
  },
  {
    category: 'search_read',
    app: 'Meridian Weather',
    instruction: 'Look up the chance of rain in {city} on {date}',
    path: [
      ['input', 'Type {city}', 'Forecast · {city}'],
      ['scroll', 'Scroll to {date}', '{city} · {date}'],
      ['click', 'Click the day', '{city} · {date} · hourly'],
    ],
    ready: '{city}, {date}: rain {percent} %',
    submit: ['answer', 'Answer: {percent} % in {city} on {date}'],
    done: 'Answer given: {percent} % chance of rain, {city}, {date}',
    unfinished: 'Forecast · {city} · this week',
    slip: 'date',
    says: 'The forecast page shows {percent} % for {city} on {date}, and the answer says the same',
    grounded: ['The chance of rain is the one for {city}', 'The chance of rain is the one on {date}'],
    invented: [
      {
        criterion: 'The answer gives the source "National Met Office"',
        complaint: 'the source "National Met Office" is not given',
      },
      {
        criterion: 'The answer also gives the wind in km/h for 48 hours',
        complaint: 'the wind for 48 hours is missing',
      },
    ],
  },
  {
    category: 'navigation',
    app: 'Cairn Console',
    instruction: 'Go to the {section} page of the {repository} project',
    path: [
      ['click', 'Click Projects', 'Projects · 37'],
      ['input', 'Filter by {repository}', 'Projects · {repository}'],
      ['click', 'Click {repository}', '{repository} · Overview'],
    ],
    ready: '{repository} · menu with {section}',
    submit: ['click', 'Click {section}'],
    done: '{repository} / {section} · loaded',
    unfinished: '{repository} / Overview',
    slip: 'section',
    says: 'The last frame is the {section} page of {repository}, fully loaded',
    grounded: ['The page is {section}', 'The project is {repository}'],
    invented: [
      {
        criterion: 'The page is reached in at most 3 clicks',
        complaint: 'it took more than 3 clicks',
      },
      {
        criterion: 'The address ends in "?tab=all"',
        complaint: 'the address does not end in "?tab=all"',
      },
    ],
  },
  {
    category: 'navigation',
    app: 'Fernweh Maps',
    instruction: 'Open the transit view for {city} and switch to {date}',
    path: [
      ['input', 'Type {city}', '{city}'],
      ['click', 'Click Transit', '{city} · Transit'],
      ['click', 'Click the date picker', 'Date picker'],
    ],
    ready: '{city} · Transit · pick a date',
    submit: ['click', 'Click {date}'],
    done: '{city} · Transit · {date}',
    unfinished: '{city} · Transit · today',
    slip: 'date',
    says: 'The transit view of {city} is shown for {date}',
    grounded: ['The transit view is for {city}', 'The view is for {date}'],
    invented: [
      {
        criterion: 'The zoom is 150 percent',
        complaint: 'the zoom is not 150 percent',
      },
      {
        criterion: 'The legend "Night lines" is visible',
        complaint: 'the legend "Night lines" is not visible',
      },
    ],
  },
];
