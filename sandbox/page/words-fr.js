// The page's own words in French.

export const WORDS = {
  skip: "Aller à la zone de message", channels: "Salons", archived: "Fils archivés", direct: "Messages privés",
  openChannels: "Ouvrir les salons", closeChannels: "Fermer les salons", actAs: "Jouer comme", language: "Langue",
  manages: "gère le serveur", managesTitle: "{0}, gère le serveur", theme: "Thème", auto: "Automatique", light: "Clair", dark: "Sombre",
  two: "Deux personnes", phone: "Largeur téléphone", tools: "Outils", noTools: "Les outils ne sont pas là.", pane: "Fenêtre de {0}",
  messages: "Messages dans {0}", older: "Afficher les messages plus anciens", newest: "Aller au plus récent", newLine: "Nouveau",
  empty: "Rien ici pour l'instant. Tapez / pour une commande.", starting: "Parterre démarre. Ses commandes arrivent dans un instant.",
  app: "App", edited: "modifié", thinking: "{0} réfléchit…", used: "{0} a utilisé {1}", onlyYou: "Vous seul pouvez voir ceci",
  dismiss: "Fermer le message", failed: "L'interaction a échoué", silent: "Parterre n'a pas répondu à temps.", reply: "En réponse à {0}",
  message: "Message ou commande", hint: "/ pour les commandes, ou écrivez ici", send: "Envoyer", commands: "Commandes", options: "Options",
  required: "Cette option est requise.", notChoice: "Veuillez choisir dans la liste.", whole: "Un nombre entier, s'il vous plaît.", number: "Un nombre, s'il vous plaît.",
  range: "De {0} à {1}, s'il vous plaît.", least: "{0} ou plus, s'il vous plaît.", most: "{0} ou moins, s'il vous plaît.", length: "De {0} à {1} caractères, s'il vous plaît.",
  unknownCommand: "La commande {0} n'existe pas.", yes: "Vrai", no: "Faux", noChoices: "Aucun choix pour ceci.", remove: "Retirer {0}",
  choose: "Choisir", done: "Terminé", chosen: "{0} choisis", between: "Choisissez de {0} à {1}.", submit: "Envoyer", cancel: "Annuler", close: "Fermer",
  mustFill: "Veuillez remplir ce champ.", unsupported: "Cette page ne montre pas les composants de type {0}.",
  enlarge: "Agrandir l'image : {0}", picture: "image", alt: "Description", original: "Ouvrir le fichier", fullSize: "Cliquer pour la taille réelle", fit: "Cliquer pour ajuster",
  spoiler: "Spoiler, afficher", lost: "La connexion au bac à sable est perdue. Nouvel essai…", back: "Connexion rétablie.",
  restarted: "Le bac à sable a redémarré et a oublié ce qui précède.", left: "Vous avez quitté ce serveur.", rejoin: "Revenir", nowhere: "Il n'y a pas de salon à montrer.",
  goneTo: "{0} n'existe plus. Voici {1}.", unreadMentions: "{0} mentions non lues", unread: "non lu",
};
